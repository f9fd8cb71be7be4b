"""The bindings refuse sizes that do not go together: the engine would read or write out of bounds."""

import numpy as np
import pytest

from cecib import _core

D = 2
X = np.arange(8.0).reshape(4, D)
ZERO, ONE, EYE = np.zeros(D), np.ones(D), np.eye(D)
POINTS = _core.Points(X, [0, 1], ZERO, ONE, None)
WIDE = _core.Points(np.zeros((4, 3)), [0, 1, 2], np.zeros(3), np.ones(3), None)
CRITERION = _core.criterion_named("evidence", D, 0.1, 5.0, ZERO, EYE)
CODE = _core.full_code(CRITERION)
LABELS, NONE = np.array([0, 0, 1, 1], np.int32), np.full(4, -1, np.int32)
PLAIN = _core.entropy_labels(1.0)


def summary(d=D, scatter=None, m=0):
    return _core.Summary(4.0, np.zeros(d), np.eye(d) if scatter is None else scatter, np.zeros(m))


def partition(labels=LABELS, categories=NONE, families=(CODE,), label_code=PLAIN, points=POINTS):
    return _core.Partition(points, categories, 0, labels, 2, list(families), label_code, 0.0, False, 0.0)


def clusters(families=(CODE,), summaries=None, states=None, label_code=PLAIN):
    return _core.Clusters(list(families), [summary()] if summaries is None else summaries, states, label_code)


def unpickled(state):
    made = _core.Summary.__new__(_core.Summary)
    made.__setstate__(state)
    return made


CALLS = {
    "columns": lambda: _core.Points(X, [0, 2], ZERO, ONE, None),
    "shift": lambda: _core.Points(X, [0, 1], np.zeros(1), ONE, None),
    "weights": lambda: _core.Points(X, [0, 1], ZERO, ONE, np.ones(3)),
    "weights of statistics": lambda: _core.column_statistics(X, np.ones(3)),
    "scale of a prior": lambda: _core.criterion_named("evidence", D, 0.1, 5.0, ZERO, EYE[:1].copy()),
    "mean of a prior": lambda: _core.criterion_named("evidence", D, 0.1, 5.0, np.zeros(1), EYE),
    "no prior": lambda: _core.criterion_named("evidence", D),
    "half a prior": lambda: _core.criterion_named("entropy", D, 0.1, 5.0, ZERO),
    "known mean": lambda: _core.fixed_mean_code(CRITERION, np.zeros(1)),
    "units": lambda: _core.auto_code(CRITERION, np.ones(3)),
    "covariance": lambda: _core.fixed_code(CRITERION, np.eye(3)),
    "eigenvalues": lambda: _core.eigenvalues_code(ONE, np.ones(3)),
    "scatter": lambda: summary(scatter=np.eye(3)),
    "scatter of a row": lambda: summary(scatter=np.ones((1, 4))),
    "state of a summary": lambda: unpickled((1.0, [0.0], [1.0, 2.0], True, [])),
    "summarised labels": lambda: _core.summarise(POINTS, NONE, 0, LABELS + 1, 2, True, 1),
    "summarised categories": lambda: _core.summarise(POINTS, LABELS, 1, LABELS, 2, True, 1),
    "labels": lambda: partition(labels=LABELS[:3].copy()),
    "labels beyond": lambda: partition(labels=LABELS + 1),
    "categories": lambda: partition(categories=LABELS),
    "no family": lambda: partition(families=()),
    "features of a family": lambda: partition(points=WIDE),
    "pseudo counts": lambda: partition(label_code=_core.dirichlet_labels(1.0, np.ones(2))),
    "a point that is not": lambda: partition().change(4, 0),
    "a cluster that is not": lambda: partition().move(0, 2),
    "a merge that is not": lambda: partition().merge(0, 2),
    "metric": lambda: partition().search(1, None, 1, 2, np.ones(1), 0.0, _core.CancelFlag(), None),
    "no cluster": lambda: clusters(families=(), summaries=[]),
    "one family too many": lambda: clusters(families=(CODE, CODE)),
    "features of clusters": lambda: clusters(summaries=[summary(3)]),
    "diagonals": lambda: clusters(summaries=[summary(scatter=ONE)]),
    "counts": lambda: clusters(label_code=_core.dirichlet_labels(1.0, np.ones(2))),
    "short states": lambda: clusters(states=np.ones((1, 3))),
    "infinite states": lambda: clusters(states=np.full((1, 7), np.inf)),
    "features of points": lambda: clusters().cheapest(WIDE, 1),
    "features of points again": lambda: clusters().log_densities(WIDE, 1),
    "clusters to merge": lambda: clusters().change_merging(0, 1),
    "cluster to divide": lambda: clusters().split_off(1, summary()),
    "uniforms": lambda: _core.plus_plus_start(POINTS, ONE, 2, 2, np.ones(3), 1),
    "centres": lambda: _core.nearest_centres(POINTS, ONE, np.ones((1, 3)), 1),
}


@pytest.mark.parametrize("name", CALLS)
def test_sizes_that_do_not_go_together_are_refused(name):
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        CALLS[name]()


def test_sizes_that_go_together_are_taken():
    assert partition().n_clusters == 2
    assert clusters().cheapest(POINTS, 1).tolist() == [0, 0, 0, 0]
