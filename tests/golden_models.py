"""Model files that later versions still have to read, with what they predict on record.

``python tests/golden_models.py`` writes the files of this version of the format and what they predict; names write some
of them. Files of older versions stay as they are, with what the cecib that wrote them predicted.
"""

import json
import sys
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd

from cecib import CECIB
from cecib.families import Eigenvalues, Fixed, FixedMean
from cecib.files.model_files import VERSION

FOLDER = Path(__file__).parent / "golden"
RECORD = FOLDER / "predictions.json"


def rows(n=60, d=3):
    """Three groups in the first two columns."""
    centres = np.zeros((3, d))
    centres[1, 0], centres[2, 1] = 8, 8
    return centres[np.arange(n) % 3] + np.random.default_rng(0).normal(size=(n, d))


def labels(*categories):
    """Every second row is labelled."""
    y = np.full(60, None, dtype=object)
    for i in range(0, 60, 2):
        y[i] = categories[i % 3]
    return y


def evidence():
    X = pd.DataFrame(rows(), columns=["length", "width", "height"])
    return CECIB(random_state=0, n_init=2).fit(X, labels("oak", "elm", "a\0"))


def numbers():
    return CECIB(random_state=0, n_init=2).fit(rows(), labels(1, 2, 3))


def subspace():
    return CECIB(3, subspace=2, random_state=0, n_init=2).fit(rows(d=5), labels(1, 2, 3))


def coarse():
    return CECIB(random_state=0, n_init=2).fit(rows().round(), labels("oak", "elm", "ash"))


def entropy():
    return CECIB(3, criterion="entropy", random_state=0, n_init=2).fit(rows(), labels("oak", "elm", "ash"))


def eigenvalues():
    return CECIB(3, criterion="entropy", family=Eigenvalues([1, 1, 1]), random_state=0, n_init=2).fit(rows())


def mixed():
    families = ["full", Fixed(np.eye(3)), FixedMean([8, 0, 0])]
    return CECIB(3, family=families, beta=1, init=np.arange(60) % 3).fit(rows(), labels("oak", "elm", "ash"))


def dates():
    y = labels(date(2020, 1, 1), np.datetime64("2020-01-02T03:04"), pd.Timestamp("2020-01-03 04:05:06.000007"))
    return CECIB(3, family="auto", beta=2, random_state=0, n_init=2).fit(rows(), y)


def tuples():
    X = rows()
    X[:, 2] = 5  # a constant column
    y = labels(("oak", 1), b"oak", 2.5)
    return CECIB(3, family="diag", beta=0.5, random_state=0, n_init=2).fit(X, y)


def prior():
    X = rows(d=5)
    first = CECIB(subspace=2, random_state=0, n_init=2).fit(X)
    return CECIB(prior=first.prior_, init=X[:3], random_state=0).fit(X, labels(True, False, True))


def levels():
    y = pd.DataFrame({"kingdom": labels("plant", "plant", "animal"), "species": labels("oak", "elm", None)})
    y.loc[::4, "species"] = None
    y.loc[0, "kingdom"] = None
    return CECIB(3, beta=1, random_state=0, n_init=2).fit(rows(), y)


def sets():
    y = [{1, 2} if i % 5 == 0 and i % 3 < 2 else i % 3 + 1 if i % 4 == 0 else None for i in range(60)]
    return CECIB(3, criterion="entropy", random_state=0, n_init=2).fit(rows(), y)


STORIES = (evidence, numbers, subspace, coarse, entropy, eigenvalues, mixed, dates, tuples, prior, levels, sets)


def names_of(model):
    """The categories, level by level if there are several."""
    if model.levels_ is None:
        return model.categories_.tolist()
    return [own.tolist() for own in model.categories_]


def predictions(model):
    """What a model says of a few rows."""
    X = rows(d=model.n_features_in_)[:6] + 0.5
    if hasattr(model, "feature_names_in_"):
        X = pd.DataFrame(X, columns=model.feature_names_in_)
    return {
        "categories": repr(names_of(model)),
        "predict": model.predict(X).tolist(),
        "predict_proba": model.predict_proba(X).tolist(),
        "predict_category": repr(model.predict_category(X).tolist()),
        "predict_category_proba": model.predict_category_proba(X).tolist(),
        "score_samples": model.score_samples(X).tolist(),
        "cost": model.cost_,
    }


def main(names):
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    for story in STORIES:
        if names and story.__name__ not in names:
            continue
        model, name = story(), f"version_{VERSION}_{story.__name__}"
        model.save(FOLDER / f"{name}.cecib")
        record[name] = predictions(model)
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
