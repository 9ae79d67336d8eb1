"""Makes Companion Display of Vollkorn Bold and of what it lacks in Companion Sans Bold.

Kivy never looks for a missing character in a second font, so that one file must have all of them.
"""

import sys
import tempfile
import unicodedata
from pathlib import Path

from fontTools.merge import Merger
from fontTools.merge import Options as MergeOptions
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ASCENT, DESCENT = 950, 300
"""Of a line, in thousandths of an em: room for the marks above capitals and below letters, and a
capital stands in the middle of it."""

FIGURES = ("lnum", "tnum")
"""What Vollkorn does to digits when asked, and what is always done here: as high as capitals, and
all equally wide."""

WORDS = "LNP"
"""What Vollkorn writes, by the first letter of the Unicode category: letters, numbers, punctuation.
Arrows, shapes and signs are the same in every face."""


def main(vollkorn: Path, folder: Path) -> None:
    """Write ``CompanionDisplay-Bold.ttf`` into a folder that has Companion Sans."""
    sans = folder / "CompanionSans-Bold.ttf"
    wanted = set(TTFont(sans).getBestCmap())
    has = TTFont(vollkorn).getBestCmap()
    own = {one for one in wanted & set(has) if unicodedata.category(chr(one))[0] in WORDS}
    with tempfile.TemporaryDirectory() as scratch:
        parts = [Path(scratch, name) for name in ("display.ttf", "signs.ttf")]
        font = TTFont(vollkorn, recalcTimestamp=False)
        lined(font)
        _cut(font, own, ["kern"], parts[0])
        _cut(TTFont(sans, recalcTimestamp=False), wanted - own, [], parts[1])
        options = MergeOptions(drop_tables=["DSIG", "gasp", "fpgm", "prep", "cvt "])
        merged = Merger(options).merge([str(one) for one in parts])
    _name(merged)
    merged.recalcTimestamp = False
    merged["head"].created = merged["head"].modified = font["head"].modified
    merged.save(folder / "CompanionDisplay-Bold.ttf")


def lined(font: TTFont) -> None:
    """Give the digits of a font the figures that stand in a column, without being asked."""
    rules = font["GSUB"].table
    for digit in "0123456789":
        for tag in FIGURES:
            feature = next(
                one.Feature for one in rules.FeatureList.FeatureRecord if one.FeatureTag == tag
            )
            for table in font["cmap"].tables:
                if ord(digit) in table.cmap:
                    table.cmap[ord(digit)] = _instead(rules, feature, table.cmap[ord(digit)])


def _instead(rules: object, feature: object, glyph: str) -> str:
    for number in feature.LookupListIndex:  # type: ignore[attr-defined]
        for table in rules.LookupList.Lookup[number].SubTable:  # type: ignore[attr-defined]
            mapping = getattr(getattr(table, "ExtSubTable", table), "mapping", {})
            if glyph in mapping:
                return str(mapping[glyph])
    return glyph


def _cut(font: TTFont, characters: set[int], features: list[str], to: Path) -> None:
    options = Options(layout_features=features, hinting=False, notdef_outline=True)
    options.name_IDs = ["*"]
    options.drop_tables += ["DSIG", *([] if features else ["GPOS", "GSUB", "GDEF"])]
    subset = Subsetter(options)
    subset.populate(unicodes=sorted(characters))
    subset.subset(font)
    font.save(to)


def _name(font: TTFont) -> None:
    """Name it, and give its lines their height."""
    said = {1: "Companion Display", 2: "Bold", 4: "Companion Display Bold"}
    said |= {3: "Companion Display Bold 1.0", 6: "CompanionDisplay-Bold"}
    said[5] = "Version 1.0; Vollkorn 4.105, Noto Sans 2.004"
    names = font["name"]
    names.names = [one for one in names.names if one.nameID in (0, 13, 14)]
    for number, text in said.items():
        names.setName(text, number, 3, 1, 0x409)
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = ASCENT, -DESCENT, 0
    metrics = font["OS/2"]
    metrics.sTypoAscender, metrics.sTypoDescender, metrics.sTypoLineGap = ASCENT, -DESCENT, 0
    metrics.usWinAscent, metrics.usWinDescent = ASCENT, DESCENT


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
