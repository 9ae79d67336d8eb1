"""One match at one screen, without a widget: signals in, everything to be shown out."""

from ui.desk.desk import Desk
from ui.desk.offered import Offered
from ui.desk.shown import Action, FaultLine, Picker, Question, Refusal, TickLine

__all__ = ["Action", "Desk", "FaultLine", "Offered", "Picker", "Question", "Refusal", "TickLine"]
