"""Who plays, in which colours and order, while that is still being chosen."""

from collections.abc import Sequence

from ui.session.people import People


class Seating:
    """colours: that there are. seats: the colours of those who play, in order. first: who begins.
    named: names by colour, also of those who do not play now."""

    def __init__(
        self, colours: Sequence[str], seats: Sequence[str], named: dict[str, str], people: People
    ) -> None:
        self.colours, self.seats, self.named = tuple(colours), list(seats), dict(named)
        self.first = self.seats[0]
        self._people = people
        self._chosen = set[str]()

    @property
    def names(self) -> dict[str, str]:
        """Of those who play, by seat, as far as they have any."""
        return {seat: self.named[seat] for seat in self.seats if self.named.get(seat)}

    def count(self, number: int) -> None:
        """So many play."""
        spare = [seat for seat in self.colours if seat not in self.seats]
        while len(self.seats) < number:
            self.seats.append(spare.pop(0))
        del self.seats[number:]
        if self.first not in self.seats:
            self.first = self.seats[0]

    def change_places(self, one: str, other: str) -> None:
        """Two change their places in the order."""
        here, there = self.seats.index(one), self.seats.index(other)
        self.seats[here], self.seats[there] = other, one

    def name(self, seat: str, name: str) -> None:
        """Somebody sits down, in the colour that this person likes, unless another has it."""
        self.named[seat] = name
        liked = self._people.likes(name).colour or seat
        if liked in self.colours and liked != seat and liked not in self.names:
            self._become(seat, liked)

    def recolour(self, seat: str) -> None:
        """The next colour that is free; when all are taken, change places with the next seat."""
        at = self.colours.index(seat)
        after = [*self.colours[at + 1 :], *self.colours[:at]]
        free = [colour for colour in after if colour not in self.seats]
        self._chosen.add(self.named.get(seat, ""))
        self._become(seat, free[0] if free else after[0])

    def keep(self) -> dict[str, str]:
        """Remember the colours that somebody has chosen; all names, for the next time."""
        for seat, name in self.names.items():
            if name in self._chosen:
                self._people.choose(name, colour=seat)
        return {seat: name for seat, name in self.named.items() if name}

    def _become(self, seat: str, new: str) -> None:
        """Have another colour; whoever has it already gets that of this seat."""
        at = self.seats.index(seat)
        if new in self.seats:
            self.seats[self.seats.index(new)] = seat
            self.named[seat], self.named[new] = self.named.get(new, ""), self.named.get(seat, "")
        elif self.named.get(seat):
            self.named[new] = self.named.pop(seat)
        self.seats[at] = new
        if self.first in (seat, new):
            self.first = new if self.first == seat else seat
