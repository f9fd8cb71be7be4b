"""The lines of Python and shell that give the same result as a session, without the page."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cecib.explore.engine import answering_beta
from cecib.explore.standing import Ground
from cecib.side_information import UNLABELLED

if TYPE_CHECKING:
    from pathlib import Path

    from cecib.estimator import CECIB
    from cecib.explore.session import Snapshot, Table


@dataclass(frozen=True)
class Recipe:
    """What leads to a result: a full search, and perhaps an answer to labels that have come since.

    Attributes
    ----------
    table : Table
        The data.
    now : Snapshot
        The labels and β.
    ground : CECIB
        The full search.
    folder : Path
        Where the files of labels are.
    """

    table: Table
    now: Snapshot
    ground: CECIB
    folder: Path

    @property
    def is_searched(self) -> bool:
        """Whether the result is a full search with the labels as they are."""
        return self.now.ground == self.now.terms.ground

    def files(self) -> dict[str, Ground]:
        """Give the labels that the lines read, by the names of their files."""
        searched, now = self.now.terms.ground, self.now.ground
        wanted = {"labels.npy": now} if self.is_searched else {"labels-searched.npy": searched, "labels.npy": now}
        return {name: own for name, own in wanted.items() if _has_labels(own)}

    def python(self) -> str:
        """Write the lines of Python; `model` is the result."""
        searched, names = self.now.terms.ground, self.files()
        lines = ["import numpy as np" if names else "", "from cecib import CECIB"]
        if self.table.source is None:
            lines += ["", "# X: the rows, as they were given to the session"]
        else:
            lines += [
                "from cecib.files.columns import read_features",
                "from cecib.files.tables import read_table",
                "",
                f"X = read_features(read_table({self.table.source!r}), {list(self.table.names)!r})",
            ]
        read = {name: f"[name or None for name in np.load({str(self.folder / name)!r}).tolist()]" for name in names}
        lines += [f"{_variable(name)} = {how}" for name, how in read.items()]
        y = "" if not _has_labels(searched) else ", y" if self.is_searched else ", y_searched"
        estimator = _spelled(self.table.estimator, searched.beta)
        lines.append(f"model = {estimator}.fit(X{y})")
        if not self.is_searched:
            beta = answering_beta(self.ground, self.now.terms)
            now = ", y" if "labels.npy" in names else ", None"
            lines.append(f"model = model.relabelled(X{now}{'' if beta is None else f', beta={beta!r}'})")
        return "\n".join(line for i, line in enumerate(lines) if line or i) + "\n"

    def shell(self) -> str:
        """Write the lines of shell; nothing if the data are not in a file."""
        if self.table.source is None:
            return ""
        names, out = self.files(), ["--out", str(self.folder / "clusters-again.csv")]
        source = self.table.source if self.table.source[0] != "-" else f"./{self.table.source}"
        common = ["cecib", "cluster", source, f"--features={self._features()}"]
        beta = self.now.terms.ground.beta
        search = [*common, "--seed", str(self.table.estimator.random_state)]
        search += [] if beta == "auto" else ["--beta", repr(beta)]
        if self.is_searched:
            return shlex.join([*search, *self._labels("labels.npy", names), *out]) + "\n"
        model = str(self.folder / "search.cecib")
        own = answering_beta(self.ground, self.now.terms)
        answer = [*common, "--from", model, *([] if own is None else ["--beta", repr(own)])]
        lines = [
            [*search, *self._labels("labels-searched.npy", names), "--model", model],
            [*answer, *self._labels("labels.npy", names), *out],
        ]
        return "".join(shlex.join(line) + "\n" for line in lines)

    def _labels(self, name: str, names: dict[str, Ground]) -> list[str]:
        return ["--labels", str(self.folder / name)] if name in names else []

    def _features(self) -> str:
        """Name the features; one whose name would be read otherwise by its position in the table."""
        columns = list(self.table.columns)
        own = [
            name if name.strip() == name and not set(name) & set(",:") else str(columns.index(name) + 1)
            for name in self.table.names
        ]
        return ",".join(own)


def _has_labels(ground: Ground) -> bool:
    return bool((ground.labelling.marks != UNLABELLED).any())


def _variable(name: str) -> str:
    return "y" if name == "labels.npy" else "y_searched"


def _spelled(estimator: CECIB, beta: Any) -> str:
    """Write how to make an estimator: what differs from the defaults, β in its place."""
    usual = type(estimator)().get_params(deep=False)
    given = {**estimator.get_params(deep=False), "beta": beta}
    told = [f"{name}={value!r}" for name, value in given.items() if value is not usual[name] and value != usual[name]]
    return f"CECIB({', '.join(told)})"
