"""What this package says, in every language."""

from collections.abc import Sequence
from datetime import date

from companion.files import shown
from companion.maintenance.contents import Left
from companion.maintenance.health import Finding
from companion.maintenance.trouble import MaintenanceError
from companion.text import Language, Phrasebook, Texts, day, plain_phrasebook, shared


def own() -> Texts:
    """The texts of this package."""
    return Texts.of("companion.maintenance")


def phrasebook(language: Language) -> Phrasebook:
    """Says what belongs to keeping the machine well."""
    return plain_phrasebook(language, own(), shared())


def said(finding: Finding, say: Phrasebook) -> tuple[str, str]:
    """What was found, and what to do about it; "" where there is nothing to do."""
    advice, values = say.has("advice", finding.key), dict(finding.values)
    for key, value in finding.values.items():
        if isinstance(value, date):
            values[key] = day(say, value)
    return (
        say.say("health", finding.key, values),
        say.say("advice", finding.key, values) if advice else "",
    )


def sentence(error: MaintenanceError, say: Phrasebook) -> str:
    """What went wrong and what to do."""
    return say.say("trouble", error.reason, {"file": shown(error.file.name)})


def left_out(left: Sequence[Left], say: Phrasebook) -> list[str]:
    """What a restore left out, a sentence for each."""
    return [say.say("left", one.key, one.values) for one in left]
