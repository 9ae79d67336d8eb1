"""What a proof prints in the end."""

from collections.abc import Mapping, Sequence

EXAMPLES = 20
"""Things that went wrong and are told one by one; more of them would hide what they have in
common."""


def report(wrong: Sequence[str], counts: Mapping[str, int]) -> None:
    """Print how many things went wrong, some of them, and what was counted."""
    print(f"{len(wrong):8} things went wrong")
    for one in wrong[:EXAMPLES]:
        print(f"         {one}")
    counted(counts)


def counted(counts: Mapping[str, int]) -> None:
    """Print how often what was done or seen."""
    for what, times in sorted(counts.items()):
        print(f"{times:8} {what}")
