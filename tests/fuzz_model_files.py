"""Model files with altered contents and a checksum made anew: each is refused in one sentence, or loaded and usable.

::

    python tests/fuzz_model_files.py --mutations 10000 --seed 0

Each mutation has a seed of its own. They run in batches in processes of their own, so that a crash, a hang or a want of
memory is put down to its seed; ``--one SEED`` shows one of them in this process.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Timer

import numpy as np
import pandas as pd

from cecib import CECIB
from golden_models import names_of
from model_contents import put_together, take_apart

HERE = Path(__file__).parent
GOLDEN = sorted([*(HERE / "golden").glob("*.cecib"), *(HERE / "data").glob("*.cecib")])
_FRESH = tempfile.TemporaryDirectory()
_GIVEN = "CECIB_FRESH_MODELS"  # the folder with those that another process has written
BATCH = 250
SECONDS = 60  # that a mutation may take, with the start of its process
MEMORY = 4 * 2**30  # bytes of addresses that a process may have

NUMBERS = (0.0, -1.0, 1.0, 0.5, 1e-308, 1e-150, 1e-20, 1e20, 1e100, 1e150, 1e308, -1e308, np.nan, np.inf, -np.inf)
INTEGERS = (0, 1, -1, 2, 7, 255, 2**31 - 1, -(2**31), 2**62, -(2**63))
TYPES = ("f4", "f2", ">f8", "c16", "i1", "i8", "u8", "?", "S8", "U8", "M8[s]", "V8")
VALUES = (None, True, "", "x", "auto", "full", "entropy", "\0", 0, -1, 1, 3, 2**31, 10**30, 0.5, -0.5, 1e-300, 1e308)
VALUES += (float("nan"), float("inf"), [], [[]], [1, 2, 3], {}, {"name": "full"}, {"name": "fixed"}, {"x": None})
LEVELS = (["kind", 2, "int64"], ["kind", 0, "str"], ["kind", 2, "float16"], ["kind", -1, "bool"], ["kind", 3, "object"])
TEXTS = ("", "x", "[1]", "{}", "null", "NaN", '{"date": "x"}', '{"tuple": [[]]}', '{"bytes": "0"}', '"oak"')
KINDS = ("json", "text", "plain")


def pick(rng, items):
    return items[rng.integers(len(items))]


def fresh_rows():
    """Rows, the group of each, and labels of half of them."""
    rng = np.random.default_rng(0)
    group = np.arange(240) % 3
    X = rng.normal(size=(240, 20)) + 3.0 * np.eye(3, 20)[group]
    return X, group, np.where(np.arange(240) < 120, np.array(["ash", "elm", "oak"])[group], None)


@cache
def sources():
    """The golden files, and three as they are written now: with labels that chose β and a space, levels, a stream."""
    folder = Path(os.environ.get(_GIVEN, _FRESH.name))
    if _GIVEN not in os.environ:
        write_fresh(folder)
    return [*GOLDEN, *3 * sorted(folder.glob("fresh_*.cecib"))]


def write_fresh(folder):
    X, group, y = fresh_rows()
    coarse = np.where(group < 2, "low", "high")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {"n_init": 2, "random_state": 0, "n_jobs": 1}
        fresh = {
            "chosen": CECIB(**options).fit(X, y),
            "levels": CECIB(**options).fit(X, np.column_stack([coarse.astype(object), y])),
            "stream": CECIB(**options, half_life=300).partial_fit(X, y).partial_fit(X[::-1], y[::-1]),
        }
    for name, model in fresh.items():
        model.save(folder / f"fresh_{name}.cecib")


def change_array(rng, header, arrays):
    """Alter an array, or its name."""
    name = pick(rng, sorted(arrays))
    array = arrays[name]
    axis = int(rng.integers(max(1, array.ndim)))
    at = tuple(int(rng.integers(size)) for size in array.shape) if array.size else ()
    changes = {
        "drop": lambda: None,
        "crop": lambda: np.take(array, np.arange(array.shape[axis] // 2), axis=axis),
        "less": lambda: np.delete(array, -1, axis=axis),
        "more": lambda: np.concatenate([array, array], axis=axis),
        "empty": lambda: array[:0],
        "flat": lambda: array.ravel(),
        "deep": lambda: array[None],
        "turned": lambda: array.T,
        "scalar": lambda: array.ravel()[0],
        "reversed": lambda: array[::-1],
        "typed": lambda: array.astype(pick(rng, TYPES)),
        "scaled": lambda: array * array.dtype.type(pick(rng, NUMBERS[:12])),
        "noisy": lambda: array + rng.normal(size=array.shape) * 10.0 ** rng.integers(-9, 9),
        "filled": lambda: np.full_like(array, pick(rng, INTEGERS if array.dtype.kind in "iu" else NUMBERS)),
        "shuffled": lambda: rng.permutation(array, axis=axis),
        "swapped": lambda: arrays[pick(rng, sorted(arrays))],
        "other": lambda: take_apart(pick(rng, sources()))[1].get(name),
        "bomb": lambda: np.zeros((2**23 // max(1, math.prod(array.shape[1:])), *array.shape[1:]), dtype=array.dtype),
    }
    how = pick(rng, [*changes, "entry", "entry", "entry", "entry", "renamed"])
    if how == "renamed":
        arrays[
            pick(rng, ["x", name + "_", "../x", "states", "init", "given_prior_mean", "space_axes", "level_paths"])
        ] = array
        return
    if how == "entry":
        changed = array.copy()
        if array.size:
            junk = (
                INTEGERS if array.dtype.kind in "iu" else NUMBERS if array.dtype.kind == "f" else ("", "[1]", "{}", 1)
            )
            changed[at] = pick(rng, junk)
    else:
        changed = changes[how]()
    if changed is None:
        del arrays[name]
    else:
        arrays[name] = np.asarray(changed)


def change_header(rng, header, arrays):
    """Alter the header somewhere."""
    if not isinstance(header, dict):
        return
    place, keys = header, list(header)
    while True:
        key = pick(rng, keys)
        inner = place[key]
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner))) if isinstance(inner, list) else []
        if not keys or rng.random() < 0.3:
            break
        place = inner
    how = rng.integers(6)
    if how == 0:
        del place[key]
    elif how == 1 and isinstance(place, dict):
        place[str(pick(rng, ["x", "", "name", "version", "subspace"]))] = place.pop(key)
    elif how == 2 and isinstance(inner, list):
        place[key] = inner + inner
    elif how == 3 and isinstance(inner, (int, float)):
        place[key] = pick(rng, [-inner, inner + 1, inner * 1e9, float(inner), int(inner), str(inner)])
    elif how == 4 and key == "category_kind":
        place[key] = pick(rng, KINDS)
    elif how == 4 and key == "levels":
        place[key] = [pick(rng, LEVELS) for _ in range(rng.integers(1, 4))]
    else:
        place[key] = pick(rng, VALUES)


def change_bytes(rng, contents):
    """Alter bytes of the archive itself, which its checksums know of."""
    data = bytearray(contents)
    for _ in range(rng.integers(1, 5)):
        data[rng.integers(len(data))] = rng.integers(256)
    return bytes(data)


def mutation(seed):
    """Name of a source, and its contents with a few changes."""
    rng = np.random.default_rng(seed)
    while True:
        source = pick(rng, sources())
        header, arrays = take_apart(source)
        if rng.random() < 0.05:
            return source, change_bytes(rng, source.read_bytes())
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                for _ in range(rng.choice([1, 1, 1, 2, 3])):
                    pick(rng, (change_array, change_header))(rng, header, arrays)
                return source, put_together(header, arrays)
        except (TypeError, ValueError, IndexError, OverflowError):
            continue  # no such change of this array


def labels_for(model):
    """Labels of 24 rows, of the categories of a model; with several levels a column for each."""
    names = model.categories_ if model.levels_ is not None else [model.categories_]
    columns = [np.resize(np.array([*own, None], dtype=object), 24 + i)[i:] for i, own in enumerate(names)]
    if not any(len(own) for own in names):
        return None
    return [*columns[0]] if len(columns) == 1 else np.column_stack(columns)


def uses(model, centres, folder):
    """What a model is for: functions that give numbers, or nothing."""
    d = model.n_features_in_
    X = np.resize(centres, (24, d)) + np.random.default_rng(0).normal(size=(24, d))
    y = labels_for(model)
    if hasattr(model, "feature_names_in_"):
        X = pd.DataFrame(X, columns=model.feature_names_in_)
    labels = np.arange(24) % 2
    rows, _, names = fresh_rows()

    def again():
        model.save(folder / "again.cecib")
        loaded = CECIB.load(folder / "again.cecib")
        assert loaded.predict(X).tolist() == model.predict(X).tolist()
        assert repr(names_of(loaded)) == repr(names_of(model))

    return {
        "repr": lambda: repr(model) and None,
        "predict": lambda: model.predict(X),
        "predict_proba": lambda: model.predict_proba(X),
        "predict_category": lambda: model.predict_category(X) is None,
        "nearest": lambda: model.predict_category(X, abstain=0.5, nearest=True) is None,
        "predict_category_proba": lambda: model.predict_category_proba(X),
        "coarsest": lambda: model.predict_category_proba(X, level=0),
        "cluster_categories": lambda: model.cluster_categories_ is None,
        "score_samples": lambda: model.score_samples(X),
        "cost": lambda: model.cost(X, model.labels_[: len(X)] if model.n_clusters_ == 1 else labels, y),
        "findings": lambda: repr(model.findings(X)) and None,
        "suspects": lambda: repr(model.findings(X, y)) and None,
        "feature_shares": lambda: model.feature_shares_,
        "subspace": lambda: 0 if model.subspace_ is None else model.subspace_,
        "has_dissolved": lambda: model.has_dissolved_,
        "merging": lambda: [model.clusters_.change_merging(0, c) < 0 for c in range(1, model.n_clusters_)],
        "refit": lambda: CECIB(prior=model.prior_, init=labels, max_iter=20, n_jobs=1).fit(X).cost_,
        "tree": lambda: repr(model.tree().describe()) and np.asarray(model.tree()),
        "cut": lambda: model.cut(max(1, model.n_clusters_ - 1)).cost_,
        "difference": lambda: repr(model.difference(0, model.n_clusters_ - 1)) and None,
        "shapes": lambda: model.shapes(X),
        "novelty": lambda: model.predict_new_proba(X),
        "ask": lambda: repr(model.ask(X, y, 3)) and None,
        "report": lambda: model.report(X, y, folder / "report.html") and None,
        "relabelled": lambda: model.relabelled(rows, names).cost_,
        "refine": lambda: model.refine(X=rows, y=names).cost_,
        "again": again,
    }


def judge(source, contents, folder):
    """Tell whether a file made from a source is "refused", "usable", or what is wrong with it."""
    path = folder / "mutated.cecib"
    path.write_bytes(contents)
    try:
        model = CECIB.load(path)
    except ValueError as error:
        said = str(error)
        is_sentence = said.startswith(str(path)) and said.endswith(".") and "\n" not in said and len(said) < 600
        return "refused" if is_sentence else f"no sentence: {said!r}"
    model.n_jobs = 1
    for name, use in uses(model, take_apart(source)[1]["means_"], folder).items():
        try:
            result = use()
        except ValueError as error:
            if not str(error).strip().endswith((".", ")")) or type(error).__module__ == "numpy.linalg":
                return f"{name}: no sentence: {type(error).__name__} {error}"
        else:
            if result is not None and not np.isfinite(np.asarray(result, dtype=float)).all():
                return f"{name}: not finite"
    return "usable"


def limit_memory():
    """Let a want of memory be an error, where the system knows limits."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def judge_seeds(seeds):
    """Judge mutations one after the other, and say at once what becomes of each."""
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            try:
                verdict = judge(*mutation(seed), Path(folder))
            except Exception as error:
                verdict = f"{type(error).__name__}: {error}"
            print(json.dumps([seed, verdict]), flush=True)


def run(first, count):
    """Judge mutations in processes of their own; give the verdict on each seed."""
    verdicts = {}
    end = first + count
    sources()
    environment = os.environ | {"OMP_NUM_THREADS": "1", _GIVEN: os.environ.get(_GIVEN, _FRESH.name)}
    while first < end:
        last = min(first + BATCH, end)
        command = [sys.executable, __file__, "--range", str(first), str(last)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        with subprocess.Popen(command, env=environment, **streams) as worker:
            while True:
                timer = Timer(SECONDS, worker.kill)
                timer.start()
                line = worker.stdout.readline()
                timer.cancel()
                if not line:
                    break
                seed, verdicts[seed] = json.loads(line)
                first = seed + 1
            status = worker.wait()
        if first < last:
            verdicts[first] = f"the process ended with status {status}"
            first += 1
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--range", type=int, nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--one", type=int)
    arguments = parser.parse_args()
    if arguments.range or arguments.one is not None:
        limit_memory()
        judge_seeds(range(*arguments.range) if arguments.range else [arguments.one])
        return
    verdicts = run(arguments.seed, arguments.mutations)
    failed = {seed: verdict for seed, verdict in verdicts.items() if verdict not in ("refused", "usable")}
    for seed, verdict in failed.items():
        print(seed, mutation(seed)[0].name, verdict)
    counts = Counter(verdict if verdict in ("refused", "usable") else "failed" for verdict in verdicts.values())
    print({"tried": len(verdicts), "refused": 0, "usable": 0, "failed": 0} | counts)


if __name__ == "__main__":
    main()
