"""From scribbles on a picture to regions: how a session answers if its rows are pixels."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib import image
from cecib.cost import Floats
from cecib.explore import telling
from cecib.explore.actions import BadAction
from cecib.explore.log import Fingerprint
from cecib.explore.messages import Message
from cecib.explore.pixels import Pixels, read_pixels
from cecib.explore.saving import Saved
from cecib.explore.session import Session, Snapshot
from cecib.explore.standing import Ground
from cecib.extras import require
from cecib.files.whole_files import whole_files
from cecib.image.features import Features, colours_of, features_of
from cecib.search.progress import Progress
from cecib.side_information import UNLABELLED

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_FEATURES, _LEAST = 3, 0.5  # that a region is described by; standard deviations


class Description:
    """A picture, described once; its clusters make the plane that a page may show pixels in.

    Parameters
    ----------
    picture : cecib.image.Picture
        The description.
    """

    def __init__(self, picture: image.Picture) -> None:
        self.picture = picture

    @property
    def model(self) -> CECIB:
        """The clusters before any scribble."""
        if self.picture.model is None:
            raise BadAction("All pixels look the same, so no plane tells them apart: look at the picture itself.")
        return self.picture.model

    @property
    def clusters_(self) -> Any:
        """The clusters, for the plane."""
        return self.model.clusters_

    def _located(self, rows: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(self.model._located(rows))


class Regions:
    """An answer: what of each cluster lies in each category is a region.

    Parameters
    ----------
    answer : cecib.image.Answer
        Categories and clusters of the pixels; categories are those of the session, counted from 1.

    Attributes
    ----------
    labels_ : ndarray of shape (n,)
        The region of each pixel, the largest first.
    n_clusters_ : int
        How many there are.
    categories : ndarray of shape (n_clusters_,)
        The category of each region, −1 for none.
    certainty : ndarray of shape (n,)
        Probability of its category for each pixel.
    """

    def __init__(self, answer: image.Answer) -> None:
        self.answer = answer
        own = answer.categories.astype(np.int64).ravel()
        step = int(answer.clusters.max()) + 1
        pairs, inverse, sizes = np.unique(own * step + answer.clusters.ravel(), return_inverse=True, return_counts=True)
        order = np.argsort(-sizes, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        self.labels_ = place[inverse.ravel()].astype(np.int32)
        self.n_clusters_ = len(pairs)
        self.sizes = sizes[order]
        self.categories = pairs[order] // step - 1
        self.clusters = pairs[order] % step
        self.certainty = answer.certainty.ravel()


class PictureEngine:
    """Regions of a picture: `cecib.image.Picture` is the full search, each of its answers an answer.

    Parameters
    ----------
    pixels : Pixels
        The picture.
    source : str or None
        The file that it is from.
    random_state : int
        Seed of the search for clusters.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.explore import Label, Session
    >>> from cecib.explore.picture_engine import PictureEngine
    >>> from cecib.explore.pixels import Pixels
    >>> grey = np.random.default_rng(0).normal(0.2, 0.02, (30, 40))
    >>> grey[:, 20:] += 0.5
    >>> pixels = Pixels(grey[..., None], np.zeros((30, 40, 4), dtype=np.uint8), (40, 30))
    >>> engine = PictureEngine(pixels)
    >>> with Session(engine.rows, names=engine.names, picture=pixels.shown(), engine=engine) as session:
    ...     _ = session.do(Label("dark", tuple(range(5, 15))))
    ...     _ = session.do(Label("light", tuple(range(25, 35))))
    ...     regions = session.answer()
    >>> regions.categories[regions.labels_[[40, 79]]].tolist()
    [0, 1]
    """

    def __init__(self, pixels: Pixels, source: str | None = None, random_state: int = 0) -> None:
        self.pixels, self.source, self.random_state = pixels, source, random_state
        self._found: Description | None = None

    @cached_property
    def measured(self) -> Features:
        """What is measured of each pixel."""
        require("image", "skimage")
        return features_of(colours_of(self.pixels.values.round(6)), "texture")

    @property
    def names(self) -> tuple[str, ...]:
        """What the measurements are called."""
        return self.measured.names

    @cached_property
    def rows(self) -> NDArray[np.float32]:
        """A row for each pixel, line by line."""
        values = self.measured.values
        return values.reshape(-1, values.shape[2]).astype(np.float32)

    def searched(self, ground: Ground, callback: Callable[[Progress], None] | None = None) -> Description:
        """Describe the picture; scribbles do not change that, so it is done once."""
        if self._found is None:
            own = self.measured.values
            self._found = Description(
                image.Picture(self.pixels.values, features=own, random_state=self.random_state, callback=callback)
            )
        return self._found

    def answered(self, found: Description, now: Snapshot) -> Regions:
        """Find the regions."""
        beta = None if now.terms.beta == "auto" else float(now.terms.beta)
        return Regions(found.picture.answer(self._scribbles(now), beta=beta))

    def gain(self, found: Description, answer: Regions, now: Snapshot) -> float:
        """Give 0: there is one description."""
        return 0.0

    def partition(self, answer: Regions, now: Snapshot, colours: Sequence[int]) -> Message:
        """Tell the regions, and how sure their categories are."""
        model, about = answer.answer.model, self._about(answer)
        clusters = [
            {
                "category": None if category == UNLABELLED else category,
                "is_new": False,
                "about": about[c],
                "colour": colours[c],
            }
            for c, category in enumerate(answer.categories.tolist())
        ]
        cost, beta = (0.0, 0.0) if model is None else (model.cost_, model.beta_)
        terms = {"revision": now.revision, "cost": cost, "beta": beta}
        return telling.partition_message(terms, clusters, answer.labels_, answer.certainty)

    def findings(self, answer: Regions, found: Description, now: Snapshot) -> Message | None:
        """Give None: of single pixels there is nothing to tell."""
        return None

    def save(self, folder: Path, kinds: Sequence[str], now: Snapshot, answer: Regions, found: Description) -> Saved:
        """Write pictures of labels, regions and clusters, the model of the clusters, and the lines that do the same."""
        model, shape = answer.answer.model, answer.answer.categories.shape
        python = self._python(folder, now)
        files: list[tuple[str, Path]] = []
        with whole_files() as temporary:

            def place(kind: str, name: str) -> Path:
                files.append((kind, folder / name))
                return temporary(folder / name)

            if "labels" in kinds or "script" in kinds:
                _write_numbers(place("labels", "labels.png"), self._scribbles(now))
            if "clusters" in kinds:
                _write_numbers(place("clusters", "regions.png"), answer.answer.categories)
                _write_numbers(place("clusters", "clusters.png"), answer.answer.clusters.reshape(shape))
            if "model" in kinds and model is not None:
                model.save(place("model", "model.cecib"))
            if "script" in kinds:
                place("script", "again.py").write_text(python, encoding="utf-8")
        return Saved(files, python, "")

    def _scribbles(self, now: Snapshot) -> NDArray[np.int16]:
        return np.asarray(now.labelling.marks + 1).reshape(self.pixels.rgba.shape[:2])

    def _about(self, answer: Regions) -> list[str]:
        """Say by which measurements each region is set apart, in standard deviations of all pixels."""
        sums = np.stack([np.bincount(answer.labels_, column) for column in self.rows.T], axis=1)
        apart = (sums / answer.sizes[:, None] - self._centre) / self._width
        said = []
        for own in apart:
            top = [j for j in np.argsort(-np.abs(own))[:_FEATURES] if abs(own[j]) >= _LEAST]
            said.append(telling.set_apart([self.names[j] for j in top], own[top]))
        return said

    @cached_property
    def _centre(self) -> Floats:
        return np.asarray(self.rows.mean(axis=0, dtype=float))

    @cached_property
    def _width(self) -> Floats:
        spread = np.asarray(self.rows.std(axis=0, dtype=float))
        return np.where(spread > 0, spread, 1.0)

    def _python(self, folder: Path, now: Snapshot) -> str:
        """Write the lines of Python that give the same regions."""
        numbers = ", ".join(f"{number}: {name!r}" for number, name in enumerate(now.terms.names, start=1))
        beta = "" if now.terms.beta == "auto" else f", beta={float(now.terms.beta)!r}"
        read = "# image: the picture, as it was given to the session"
        if self.source is not None:
            read = f"image = read_pixels({self.source!r}).values"
        return "\n".join(
            [
                "import numpy as np",
                "from PIL import Image",
                *(["from cecib.explore.pixels import read_pixels"] if self.source is not None else []),
                "from cecib.image import segment",
                "",
                read,
                f"labels = np.asarray(Image.open({str(folder / 'labels.png')!r})).astype(int)",
                f"categories = {{{numbers}}}",
                f"regions = segment(image, labels, random_state={self.random_state}{beta})",
                "",
            ]
        )


def picture_session(
    path: str | os.PathLike[str], *, log: str | os.PathLike[str] | None = None, random_state: int = 0
) -> Session:
    """Make a session of a picture: its rows are the pixels, line by line.

    Parameters
    ----------
    path : path-like
        A PNG or JPEG file, or another that Pillow reads.
    log : path-like, optional
        The file in which everything is kept.
    random_state : int
        Seed of the search for clusters.
    """
    pixels = read_pixels(path)
    engine = PictureEngine(pixels, str(path), random_state)
    title = Path(path).name
    if pixels.size != pixels.full_size:
        title += f" ({pixels.size[0]} × {pixels.size[1]} of {pixels.full_size[0]} × {pixels.full_size[1]} pixels)"
    return Session(
        engine.rows,
        names=engine.names,
        title=title,
        picture=pixels.shown(),
        log=log,
        random_state=random_state,
        data=Fingerprint.of_file(path),
        engine=engine,
        source=str(path),
    )


def _write_numbers(path: Path, numbers: NDArray[Any]) -> None:
    from PIL import Image

    small = numbers.max(initial=0) < 256
    Image.fromarray(numbers.astype(np.uint8 if small else np.uint16)).save(path, format="PNG")
