"""Regions of pictures from scribbles on 2 % of the pixels, beside scikit-image's random walker and a random forest.

CECIB_DATA=folder python benchmarks/pictures.py              # mean overlap of four pictures, five draws
python benchmarks/pictures.py --pictures rocket --draws 2 --first 0
python benchmarks/pictures.py --parts                        # what the walk gives alone, what the clusters do
python benchmarks/pictures.py --speed                        # seconds of a call, and of an answer to new scribbles
python benchmarks/pictures.py --ways                         # three ways to tell the engine of superpixels
python benchmarks/pictures.py --draw docs/images/pictures.png

Without a folder that has the paper's picture (bsds/, see docs/paper.md) it is left out. Overlap is intersection over
union, the mean of object and background.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from skimage.segmentation import random_walker
from sklearn.ensemble import RandomForestClassifier

from cecib import CECIB
from cecib.image import Picture, picture
from cecib.image.superpixels import summarise
from cecib.search.quiet import quietly
from picture_sets import BACKGROUND, NAMES, OBJECT, is_there, load, mean_overlap, scribbles

WALKS = (130, 1000)  # beta of the random walker: its default, and one that suits these pictures better


def forests(described: Picture, labels: NDArray[np.uint8]) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
    """Ask a random forest with the features that our clusters see: on pixels, and voting in superpixels."""
    rows, marks = described.measured.values.reshape(labels.size, -1), labels.ravel()
    forest = RandomForestClassifier(100, random_state=0, n_jobs=-1).fit(rows[marks > 0], marks[marks > 0])
    share = forest.predict_proba(rows)[:, 1]
    own = described.superpixels.ravel()
    votes = np.bincount(own, share) / np.bincount(own)
    pixels = np.where(share > 0.5, OBJECT, BACKGROUND).reshape(labels.shape)
    return pixels, np.where(votes > 0.5, OBJECT, BACKGROUND)[described.superpixels]


def walkers(image: NDArray[np.uint8], labels: NDArray[np.uint8]) -> list[NDArray[np.integer]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [random_walker(image, labels, beta=beta, mode="cg_j", channel_axis=-1) for beta in WALKS]


def print_overlap(chosen: list[str], folder: str | None, seeds: range) -> None:
    columns = ["cecib.image", *(f"walker, beta {beta}" for beta in WALKS), "forest, pixels", "forest, superpixels"]
    print(f"\nOverlap, mean (least) of {len(seeds)} draws of scribbles, seeds {seeds.start} to {seeds.stop - 1}\n")
    print(f"| picture | {' | '.join(columns)} | draws in which ours is the best |")
    print("|---" * (len(columns) + 2) + "|")
    for name in chosen:
        image, mask = load(name, folder)
        described = Picture(image)
        rows = []
        for seed in seeds:
            labels = scribbles(mask, seed)
            found = [described.segment(labels), *walkers(image, labels), *forests(described, labels)]
            rows.append([mean_overlap(one, mask) for one in found])
        table = np.array(rows)
        best = int((table[:, 0] >= table[:, 1:].max(axis=1)).sum())
        cells = [f"{mean:.3f} ({least:.3f})" for mean, least in zip(table.mean(axis=0), table.min(axis=0), strict=True)]
        print(f"| {name} | {' | '.join(cells)} | {best} of {len(seeds)} |", flush=True)


def print_parts(chosen: list[str], folder: str | None, seeds: range) -> None:
    """Leave out the clusters, the walk, or the pixels at the edges."""
    print(f"\nOverlap with parts left out, mean of {len(seeds)} draws\n")
    print("| picture | all | clusters left out | walk left out | edges not drawn anew |")
    print("|---" * 5 + "|")
    for name in chosen:
        image, mask = load(name, folder)
        described = Picture(image)
        rows = []
        for seed in seeds:
            labels = scribbles(mask, seed)
            rows.append([mean_overlap(one, mask) for one in _with_parts_left_out(described, labels)])
        print(f"| {name} | {' | '.join(f'{mean:.3f}' for mean in np.mean(rows, axis=0))} |", flush=True)


def _with_parts_left_out(described: Picture, labels: NDArray[np.uint8]) -> list[NDArray[np.integer]]:
    found = [described.segment(labels)]
    replaced = (
        ("_by_clusters", lambda members, known, n: np.full((len(members), n), 1 / n)),
        ("walk", lambda links, known, n: np.full((len(known), n), 1 / n)),
        ("redrawn", lambda colours, regions, scribbled, n: regions),
    )
    for name, other in replaced:
        kept = getattr(picture, name)
        setattr(picture, name, other)
        found.append(described.segment(labels))
        setattr(picture, name, kept)
    return found


def print_speed(chosen: list[str], folder: str | None) -> None:
    print("\nSeconds by the clock and of the processor, best of three\n")
    print("| picture | size | first look | answer to scribbles |")
    print("|---" * 4 + "|")
    for name in chosen:
        image, mask = load(name, folder)
        labels = scribbles(mask, 0)
        made = [_timed(lambda image=image: Picture(image)) for _ in range(3)]
        asked = [_timed(lambda described=made[0][2], labels=labels: described.segment(labels)) for _ in range(3)]
        cells = [f"{min(t[0] for t in own):.2f} ({min(t[1] for t in own):.2f})" for own in (made, asked)]
        print(f"| {name} | {mask.shape[1]} × {mask.shape[0]} | {' | '.join(cells)} |", flush=True)


def _timed(act: Callable[[], Picture]) -> tuple[float, float, Picture]:
    clock, processor = time.perf_counter(), time.process_time()
    made = act()
    return time.perf_counter() - clock, time.process_time() - processor, made


def print_ways(chosen: list[str], folder: str | None, seeds: range) -> None:
    """Means alone, means that count as their pixels, all pixels in groups, and rows with the scatter of the pixels."""
    print("\nWays to tell the engine of superpixels: clusters, seconds of a fit and of another with labels, overlap\n")
    print("| picture | means | means with weights | groups of pixels | rows with scatter |")
    print("|---" * 5 + "|")
    for name in chosen:
        image, mask = load(name, folder)
        described = Picture(image)
        patches = summarise(described.measured.values, described.superpixels)
        pixels = described.measured.values.reshape(mask.size, -1)
        rows, weights, own = patches.rows(1 / picture._ALIKE)
        ways = (
            (patches.means, None, None),
            (patches.means, patches.sizes, None),
            (pixels, np.full(mask.size, 1 / picture._ALIKE), described.superpixels.ravel()),
            (rows, weights, own),
        )
        cells = []
        for X, weight, groups in ways:
            start = time.process_time()
            with quietly():
                model = CECIB(random_state=0).fit(X, sample_weight=weight, groups=groups)
            first = time.process_time() - start
            described.model, described._rows, described._weights, described._patch = model, X, weight, groups
            found = [_answered(described, scribbles(mask, seed)) for seed in seeds]
            overlap = np.mean([mean_overlap(regions, mask) for _, regions in found])
            again = np.mean([seconds for seconds, _ in found])
            cells.append(f"{model.n_clusters_}, {first:.1f} + {again:.2f} s, {overlap:.3f}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _answered(described: Picture, labels: NDArray[np.uint8]) -> tuple[float, NDArray[np.integer]]:
    """Seconds of the fit with labels, and the regions."""
    marks = labels.astype(np.intp) - 1
    known = described._patch_categories(marks, 2)
    start = time.process_time()
    model = described._refitted(known, described.beta)
    seconds = time.process_time() - start
    regions = described._probabilities(model, known, 2).argmax(axis=1)[described.superpixels]
    return seconds, picture.redrawn(described._colours, regions, marks, 2) + 1


def draw(chosen: list[str], folder: str | None, path: str, seed: int) -> None:
    """Draw scribbles, clusters and regions of pictures that may be shown."""
    from matplotlib.figure import Figure

    shown = [name for name in chosen if name != "dog"]
    figure = Figure(figsize=(12, 3.1 * len(shown)), layout="constrained")
    places = figure.subplots(len(shown), 3, squeeze=False)
    for row, name in zip(places, shown, strict=True):
        image, mask = load(name, folder)
        labels = scribbles(mask, seed)
        answer = Picture(image).answer(labels)
        colours = np.stack([np.bincount(answer.clusters.ravel(), c.ravel()) for c in np.moveaxis(image, -1, 0)], axis=1)
        colours = colours / np.bincount(answer.clusters.ravel())[:, None] / 255
        scribbled = image.copy()
        scribbled[labels == BACKGROUND], scribbled[labels == OBJECT] = (60, 120, 255), (255, 230, 0)
        faded = np.where((answer.categories == OBJECT)[..., None], image, 235 - (235 - image.astype(int)) // 8)
        titles = ("scribbles on 2 % of the pixels", f"{answer.clusters.max() + 1} clusters", "the object")
        for place, pixels, title in zip(row, (scribbled, colours[answer.clusters], faded), titles, strict=True):
            place.imshow(pixels)
            place.set_title(title, fontsize=10)
            place.set_axis_off()
    figure.savefig(path, dpi=60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", help="a folder with the paper's data (default: CECIB_DATA)")
    parser.add_argument("--pictures", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument("--draws", type=int, default=5, help="how often scribbles are drawn")
    parser.add_argument("--first", type=int, default=20, help="the seed of the first draw")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--ways", action="store_true")
    parser.add_argument("--draw", metavar="FILE", help="draw what is found")
    arguments = parser.parse_args()
    chosen = [name for name in arguments.pictures if is_there(name, arguments.folder)]
    for name in sorted(set(arguments.pictures) - set(chosen)):
        print(f"left out: {name}, for CECIB_DATA or --folder names no folder that has it")
    seeds = range(arguments.first, arguments.first + arguments.draws)
    if arguments.draw:
        draw(chosen, arguments.folder, arguments.draw, arguments.first)
    elif arguments.speed:
        print_speed(chosen, arguments.folder)
    elif arguments.ways:
        print_ways(chosen, arguments.folder, seeds)
    elif arguments.parts:
        print_parts(chosen, arguments.folder, seeds)
    else:
        print_overlap(chosen, arguments.folder, seeds)


if __name__ == "__main__":
    main()
