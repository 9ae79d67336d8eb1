"""What this package says, in every language."""

from functools import cache
from importlib.resources import files

from companion.care.health import Finding
from companion.care.trouble import CareError
from companion.text import Language, Speaker, Texts, plain_speaker, shared


@cache
def own() -> Texts:
    """The texts of this package."""
    return Texts(files(__package__).joinpath("texts.toml").read_text("utf-8"))


def speaker(language: Language) -> Speaker:
    """Says what belongs to the care for the machine."""
    return plain_speaker(language, own(), shared())


def said(finding: Finding, say: Speaker) -> tuple[str, str]:
    """What was found, and what to do about it; "" where there is nothing to do."""
    advice = say.has("advice", finding.key)
    return (
        say.say("health", finding.key, finding.values),
        say.say("advice", finding.key, finding.values) if advice else "",
    )


def sentence(error: CareError, say: Speaker) -> str:
    """What went wrong and what to do."""
    return say.say("trouble", error.reason, {"file": error.file.name})
