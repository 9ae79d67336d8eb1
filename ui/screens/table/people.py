"""The people at the table: a card for each, all of them in sight, none ever moved or grown."""

from collections.abc import Callable, Collection, Mapping, Sequence

from kivy.uix.widget import Widget

from companion.scene import Panel
from ui.canvas.art import Art
from ui.canvas.figures import Names
from ui.screens.table.zones import Box, cards
from ui.shell.controls import set_bounds
from ui.widgets.person import PersonCard


class People(Widget):
    """Everybody in turn order. act: gets the seat whose card was touched."""

    def __init__(self, art: Art, names: Names, act: Callable[[str], None]) -> None:
        super().__init__()
        self.cards: dict[str, PersonCard] = {}
        self._art, self._names, self._act = art, names, act
        self._zone: tuple[Box, float, float] | None = None

    def show(
        self,
        panels: Sequence[Panel],
        asked: Collection[str],
        lit: Collection[str],
        called: Mapping[str, str],
        wrong: Collection[str] = (),
    ) -> None:
        """Show these. asked, lit: seats that are asked now, and that are offered as a choice.
        called: the names by seat. wrong: seats that a refusal is about."""
        people = [panel for panel in panels if panel.seat]
        if list(self.cards) != [panel.seat for panel in people]:
            self.clear_widgets()
            self.cards = {panel.seat: self._card(panel.seat) for panel in people}
            for made in self.cards.values():
                made.beside = tuple(self.cards.values())
                self.add_widget(made)
            self._lay()
        for panel in people:
            made = self.cards[panel.seat]
            made.name = called.get(panel.seat, "")
            made.instruments = panel.instruments
            made.asked, made.lit = panel.seat in asked, panel.seat in lit
            made.wrong = panel.seat in wrong

    def _card(self, seat: str) -> PersonCard:
        made = PersonCard(seat=seat, art=self._art, names=self._names)
        made.bind(on_token=lambda _, seat: self._act(seat))
        return made

    def phones(self, awake: Mapping[str, bool]) -> None:
        """Show who has a telephone, and whether it is awake."""
        for seat, card in self.cards.items():
            card.phone = "" if seat not in awake else "awake" if awake[seat] else "asleep"

    def times(self, clocks: Mapping[str, tuple[str, bool]]) -> None:
        """Show what the clock of each seat shows, and whether its time ran out."""
        for seat, card in self.cards.items():
            card.time, card.late = clocks.get(seat, ("", False))

    def stand(self, zone: Box, width: float, height: float) -> None:
        """Stand in this zone of a page of that size."""
        set_bounds(self, *zone)
        self._zone = (zone, width, height)
        self._lay()

    def _lay(self) -> None:
        if self._zone is None:
            return
        zone, width, height = self._zone
        boxes = cards(zone, len(self.cards), width, height)
        for card, box in zip(self.cards.values(), boxes, strict=True):
            set_bounds(card, *box)

    def speak(self, names: Names) -> None:
        """Say everything anew."""
        self._names = names
        for card in self.cards.values():
            card.names = names
