"""The page in a notebook: the same module, hosted by anywidget in Jupyter, VS Code and marimo."""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.estimator import CECIB
from cecib.explore.guests import Guest
from cecib.explore.messages import Message
from cecib.explore.session import Session
from cecib.extras import require

if TYPE_CHECKING:
    import anywidget


class Explorer:
    """Label rows with a lasso in a notebook, and see the clusters answer.

    Parameters
    ----------
    X : array-like of shape (n, d), or Session
        The rows; or a session that is there already, which then stays open when this is closed.
    y : array-like of shape (n,), optional
        The labels to begin with, as for `CECIB.fit`.
    names : sequence of str, optional
        What the features are called; by default the columns of a data frame.
    title : str
        What the data are called.
    xy : array-like of shape (n, 2), optional
        Where to draw the rows, such as a UMAP.
    log : path-like, optional
        The file in which every action is kept, and found again next time. None: nothing is kept.
    random_state : int
        Seed of the searches.

    Attributes
    ----------
    session : Session
        What it shows.
    widget : anywidget.AnyWidget
        The widget itself, to be put beside others.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.explore import Label
    >>> from cecib.explore.widget import Explorer
    >>> X = np.random.default_rng(0).normal(size=(60, 2)) + 9 * (np.arange(60) % 2)[:, None]
    >>> explorer = Explorer(X)  # the last line of a cell shows it
    >>> _ = explorer.session.do(Label("near", (0, 2)))
    >>> explorer.labels[:3].tolist(), explorer.model.n_clusters_
    (['near', None, 'near'], 2)
    >>> explorer.close()
    """

    def __init__(
        self,
        X: ArrayLike | Session,
        y: ArrayLike | None = None,
        *,
        names: Sequence[str] | None = None,
        title: str = "data",
        xy: ArrayLike | None = None,
        log: str | os.PathLike[str] | None = None,
        random_state: int = 0,
    ) -> None:
        self.widget = _widget_class()()
        self._is_owner = not isinstance(X, Session)
        self.session = (
            X
            if isinstance(X, Session)
            else Session(X, names=names, labels=y, title=title, xy=xy, log=log, random_state=random_state)
        )
        self._guest = Guest(self.session, self._tell)
        self.widget.on_msg(self._hear)
        if self._is_owner:
            atexit.register(self.session.close)
        self.session.start()

    @property
    def labels(self) -> NDArray[np.object_]:
        """The labels as they are now; None where a row has none."""
        return self.session.snapshot().labelling.texts()

    @property
    def model(self) -> CECIB:
        """The model of the labels as they are now; waits for it."""
        model: CECIB = self.session.answer()
        return model

    def close(self) -> None:
        """Take it off the notebook, and end the session unless it was given."""
        self._guest.leave()
        if self._is_owner:
            atexit.unregister(self.session.close)
            self.session.close()
        self.widget.close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)

    def _display_(self) -> anywidget.AnyWidget:
        """Show the widget in marimo."""
        return self.widget

    def _tell(self, message: Message) -> None:
        self.widget.send(message.described(), message.contents())

    def _hear(self, widget: Any, content: Any, buffers: Any) -> None:
        self._guest.receive(content)


@cache
def _widget_class() -> type[anywidget.AnyWidget]:
    require("notebook", "anywidget")
    import anywidget

    static = files("cecib.explore") / "static"

    class ExplorerWidget(anywidget.AnyWidget):
        _esm = (static / "explore.js").read_text(encoding="utf-8")
        _css = (static / "explore.css").read_text(encoding="utf-8")

    return ExplorerWidget
