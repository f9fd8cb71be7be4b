"""Label with a lasso, see the clusters answer: a session, and the page that shows it (docs/explore.md)."""

from cecib.explore.actions import (
    Action,
    AddCategory,
    Apply,
    BadAction,
    Clear,
    Confirm,
    Label,
    Redo,
    Rename,
    SetBeta,
    Undo,
)
from cecib.explore.guests import Guest
from cecib.explore.messages import Message
from cecib.explore.session import Picture, Session

__all__ = [
    "Action",
    "AddCategory",
    "Apply",
    "BadAction",
    "Clear",
    "Confirm",
    "Guest",
    "Label",
    "Message",
    "Picture",
    "Redo",
    "Rename",
    "Session",
    "SetBeta",
    "Undo",
]
