"""What a report holds, so that a lesser run does not take the place of a fuller one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "report.json"


@dataclass(frozen=True)
class Contents:
    """What a run was.

    Attributes
    ----------
    experiments : tuple of str
        Names.
    draws : int
        Experts per set.
    is_quick : bool
        Whether it was a quick one, on fewer sets.
    """

    experiments: tuple[str, ...]
    draws: int
    is_quick: bool = False

    @property
    def name(self) -> str:
        """Name of a folder for it.

        Examples
        --------
        >>> from cecib.experiments.report.contents import Contents
        >>> Contents(("beta", "image"), 2, True).name
        'quick-2-draws-beta-image'
        """
        return "-".join([*(["quick"] if self.is_quick else []), f"{self.draws}-draws", *self.experiments])

    def replaces(self, other: Contents) -> bool:
        """Whether it has all that another has."""
        return (
            set(self.experiments) >= set(other.experiments)
            and self.draws >= other.draws
            and (other.is_quick or not self.is_quick)
        )


def folder_for(out: Path, contents: Contents) -> Path:
    """Return where a report goes: into the folder, or beside a fuller one that is there, in a folder of its own.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from cecib.experiments.report.contents import Contents, folder_for, write_contents
    >>> out = Path(tempfile.mkdtemp())
    >>> write_contents(out / "report.json", Contents(("beta", "image"), 10))
    >>> folder_for(out, Contents(("image",), 10)).relative_to(out).as_posix()
    '10-draws-image'
    >>> folder_for(out, Contents(("beta", "image"), 12)) == out
    True
    """
    standing = read_contents(out / NAME)
    return out if standing is None or contents.replaces(standing) else out / contents.name


def write_contents(path: Path, contents: Contents) -> None:
    """Write what a report holds."""
    path.write_text(json.dumps(asdict(contents)) + "\n", encoding="utf-8")


def read_contents(path: Path) -> Contents | None:
    """Return what a report holds, None if there is none that can be read."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        names: Sequence[str] = stored["experiments"]
        return Contents(tuple(names), int(stored["draws"]), bool(stored["is_quick"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
