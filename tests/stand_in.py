"""A cheap method, and tiny data sets in a folder, for tests of the experiments' machinery."""

import csv
from pathlib import Path

import numpy as np
from sklearn.cluster import KMeans

from cecib.datasets import make_blobs, make_subgroups
from cecib.experiments import Outcome
from cecib.experiments.protocol.methods import NAMES

_FEATURES = {
    "ecoli": 7,
    "glass": 9,
    "iris": 4,
    "segmentation": 19,
    "user_modeling": 5,
    "vertebral": 6,
    "wine": 13,
}


def k_means(X, y, n_classes, seed, **options):
    """KMeans in the place of any method, so that tests measure the machinery only."""
    n_clusters = int(options.get("n_start") or n_classes)
    model = KMeans(n_clusters, n_init=1, max_iter=20, random_state=seed).fit(X)
    return Outcome(model.labels_, int(model.n_iter_), float(model.inertia_))


def stand_ins():
    """Every method of the paper, each a k-means."""
    return dict.fromkeys(NAMES, k_means)


def write_tiny_data(folder: Path) -> Path:
    """Synthetic sets under the names of the real ones, image and chemistry included."""
    for seed, (name, n_features) in enumerate(_FEATURES.items()):
        blobs = make_blobs(60, 3, n_features, random_state=seed)
        _write_set(folder / f"{name}.csv", blobs.X, [f"class {c}" for c in blobs.target])
    _write_ligands(folder / "chem_5ht1a.csv")
    _write_picture(folder / "bsds")
    return folder


def _write_set(path, X, classes):
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*(f"f{i + 1}" for i in range(X.shape[1])), "class"])
        writer.writerows([*row, name] for row, name in zip(X.tolist(), classes, strict=True))


def _write_ligands(path):
    rng = np.random.default_rng(0)
    groups = make_subgroups(60, 2, 3, random_state=0)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["leaf", "mid", "top", "krfp_on_bits"])
        for leaf, top in zip(groups.classes, groups.coarser["top"], strict=True):
            bits = np.unique([*range(10 * leaf, 10 * leaf + 5), *rng.integers(100, 140, size=8)])
            writer.writerow([f"leaf {leaf}", f"mid {top}", f"top {top}", " ".join(map(str, bits))])


def _write_picture(folder):
    from PIL import Image

    folder.mkdir()
    mask = np.zeros((12, 16), dtype=int)
    mask[3:9, 4:12] = 1
    noise = np.random.default_rng(0).integers(0, 30, size=(12, 16, 3))
    Image.fromarray((mask[..., None] * 180 + noise).astype(np.uint8)).save(folder / "247085_70x46.png")
    np.savetxt(folder / "247085_dogmask_70x46.csv", mask, fmt="%d", delimiter=",")
    (folder / "247085_scribbles.csv").write_text("y0,x0,y1,x1,label\n4,5,7,8,foreground\n0,0,2,6,background\n")
