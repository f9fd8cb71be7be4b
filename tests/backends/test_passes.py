"""A pass: cheapest clusters, labels included, and summaries that add up whatever the blocks are."""

from dataclasses import replace

import numpy as np
import pytest

from cecib import CECIB
from cecib.backends.memory import Block
from cecib.backends.passes import Look, see
from cecib.backends.survey import Plan, numbers_of, survey, united
from cecib.side_information import read_side_information


@pytest.fixture(scope="module")
def fitted():
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(centre, 1, (300, 3)) for centre in ([0, 0, 0], [5, 0, 0], [0, 6, 0])])
    y = np.where(random.uniform(size=900) < 0.2, np.repeat([0, 1, 1], 300), -1)
    return CECIB(random_state=0, subspace=None, beta=1.0).fit(X, y), X, y


def blocks_of(X, y, sizes):
    first = 0
    for size in sizes:
        yield Block(X[first : first + size], read_side_information(y[first : first + size], size))
        first += size


def passed(look, X, y, sizes):
    names, total = [], None
    for number, block in enumerate(blocks_of(X, y, sizes)):
        own, seen = see(block, number, look)
        names.append(own)
        total = seen if total is None else total + seen
    return np.concatenate(names), total


def test_the_cheapest_cluster_is_that_of_the_cost(fitted):
    """A row costs what its place costs, and what its label costs by the counts of the cluster."""
    model, X, y = fitted
    clusters, rows = model.clusters_, slice(None, None, 7)
    labels, least, following = clusters.choices(X[rows], y[rows].astype(np.int32))
    counts, shares = clusters.summaries.counts, clusters.summaries.counts.sum(axis=0)
    known = model.concentration_ * shares / shares.sum() + counts
    of_label = -np.log(known / known.sum(axis=1, keepdims=True))
    of_label = np.vstack([of_label.T, np.zeros(len(clusters))])[y[rows]]
    expected = np.concatenate(list(clusters.changes(X[rows]))) + of_label
    assert np.array_equal(labels, expected.argmin(axis=1))
    assert least == pytest.approx(np.sort(expected)[:, 0])
    assert following == pytest.approx(np.sort(expected)[:, 1])


@pytest.mark.parametrize("sizes", [(900,), (1, 899), (300, 300, 300), (450, 0, 450)])
def test_blocks_do_not_matter(fitted, sizes):
    model, X, y = fitted
    look = Look(model.clusters_, model.space_, model.categories_, misfits=10, close=40, of_each=20)
    names, seen = passed(look, X, y, sizes)
    whole_names, whole = passed(look, X, y, (900,))
    assert np.array_equal(names, whole_names)
    assert seen.rows == whole.rows == 900
    for a, b in ((seen.summaries.means, whole.summaries.means), (seen.summaries.scatters, whole.summaries.scatters)):
        assert a == pytest.approx(b, rel=1e-9, abs=1e-9)
    assert np.array_equal(seen.summaries.counts, whole.summaries.counts)
    assert np.sort(seen.close.keys) == pytest.approx(np.sort(whole.close.keys))
    assert len(seen.drawn) == 60


def test_changed_rows_are_counted(fitted):
    model, X, y = fitted
    look = Look(model.clusters_, model.space_, model.categories_)
    block = next(blocks_of(X, y, (900,)))
    names, _ = see(block, 0, look)
    other = names.copy()
    other[:7] = (other[:7] + 1) % 3
    assert see(block, 0, look, names)[1].changed == 0
    assert see(block, 0, look, other)[1].changed == 7


def test_categories_of_blocks_are_united():
    assert united([np.array(["b"]), np.array(["a", "b"])]).tolist() == ["a", "b"]
    assert united([np.empty(0, dtype=np.int64), np.array([3, 5])]).tolist() == [3, 5]
    assert numbers_of(np.array(["b", "x"]), np.array(["a", "b"])).tolist() == [1, -1]


def test_a_survey_adds_up_and_keeps_rare_labels():
    random = np.random.default_rng(1)
    X = random.normal(size=(5000, 2)) * [1, 1000] + [0, 1e6]
    y = np.full(5000, None, dtype=object)
    y[[17, 4000]] = "rare", "often"
    y[100:140] = "often"
    total = None
    for number, block in enumerate(blocks_of(X, y, (1000, 3000, 1000))):
        own = survey(block, number, Plan(200, 0))
        total = own if total is None else total + own
    assert total.rows == 5000
    assert total.categories.tolist() == ["often", "rare"]
    assert total.whole.mean == pytest.approx(X.mean(axis=0))
    assert total.whole.scatter / 5000 == pytest.approx(np.cov(X.T, bias=True), rel=1e-9)
    drawn = total.drawn()
    assert len(drawn) == 200 + int((total.sample.index < 0).sum() - 200) + 42
    assert drawn.block(total.categories).side.totals().tolist() == [41.0, 1.0]
    assert np.array_equal(X[total.numbers(drawn.places)], drawn.points)


def test_a_block_of_many_keeps_its_share(fitted):
    """Clusters may come from a sample: what a block keeps goes by how many rows there are in all."""
    model, X, y = fitted
    look = Look(model.clusters_, model.space_, model.categories_, close=2_000, of_each=20)
    (block,) = blocks_of(np.tile(X, (4, 1)), np.tile(y, 4), (4 * len(X),))
    kept = [see(block, 0, replace(look, rows=rows))[1] for rows in (0, 4 * len(X), 4_000 * len(X))]
    assert [len(seen.close) for seen in kept] == [2_000, 2_000, 1_000]
    assert len(kept[1].drawn) == 20 * len(model.clusters_) > len(kept[2].drawn)
