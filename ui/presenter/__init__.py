"""One match at one screen, without a widget: signals in, everything to be shown out."""

from ui.presenter.offers import Offers
from ui.presenter.presenter import Presenter
from ui.presenter.view_models import (
    Action,
    FaultLine,
    Offer,
    Picker,
    Question,
    Refusal,
    TickLine,
    WayOut,
)

__all__ = [
    "Action",
    "FaultLine",
    "Offer",
    "Offers",
    "Picker",
    "Presenter",
    "Question",
    "Refusal",
    "TickLine",
    "WayOut",
]
