"""Clusters: what can be done with summaries and codes alone, against the cost of the points in plain NumPy."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from cecib import CECIB, _core
from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import cost_terms
from cecib.criteria.prior import broad_prior, in_raw_units
from cecib.families import Fixed, FixedMean, FixedSpherical, Full
from cecib.posing import pose, scaling_of
from cecib.settings import Settings
from cecib.side_information import read_side_information
from cecib.summaries import Summaries, Summary
from checks import assert_same_summaries, assert_same_terms
from gaussian_families import PAIRS, make_family

N = 120  # rows of the clusters; the rest are new
PLACES = np.array([0.0, 1e8])  # of the data: at the origin, and far from it


class Situation:
    """Three groups in mixed units as clusters, every fifth row labelled under "entropy"."""

    def __init__(self, family, criterion, far=0.0):
        rng = np.random.default_rng(0)
        self.labels = (np.arange(180) % 3).astype(np.int32)
        self.X = (np.array([[0, 0], [9, 1], [1, 9]])[self.labels] + rng.normal(size=(180, 2)) + far) * [1, 64]
        y = np.where((np.arange(180) % 5 == 0) & (criterion == "entropy"), self.labels % 2, -1)
        self.side = read_side_information(y, 180)
        if isinstance(family, str):
            family = make_family(family, self.X[:N], rng)
        self.settings = Settings.read({"family": family, "criterion": criterion, "beta": 0.7})
        first = self.block(slice(0, N))
        scaling = scaling_of(self.settings, first, ["0", "1"])
        prior = broad_prior(scaling) if criterion == "evidence" else None
        self.prior = None if prior is None else in_raw_units(prior, scaling)
        partition = pose(self.settings, first, scaling, prior).partition(self.labels[:N])
        self.clusters = Clusters(
            summaries=Summaries(partition.summaries()),
            scaling=scaling,
            criterion=self.settings.criterion,
            prior=prior,
            beta=0.7,
            families=self.settings.families,
            family_numbers=np.array([start for start, _ in partition.families()]),
            states=partition.states(),
        )
        self.tolerance = 1e-9 if far == 0 else 1e-6

    def block(self, rows):
        return Block(self.X, self.side).take(rows)

    def summaries(self, labels, rows):
        square = self.clusters.summaries.scatters.ndim == 3
        k = int(labels.max()) + 1
        return self.block(rows).summarise(labels, k, self.clusters.scaling, with_covariances=square)

    def terms(self, labels, X=None, categories=None, family=None):
        """The oracle, in nats, not divided by the number of points."""
        n = len(labels)
        families = self.settings.families
        found = cost_terms(
            self.X[:n] if X is None else X,
            labels,
            self.side.index[:n] if categories is None else categories,
            beta=0.7,
            criterion=self.settings.criterion.name,
            prior=self.prior,
            family=family or (families[0] if len(families) == 1 else list(families)),
        )
        return np.array(found) * n


def totals(clusters):
    return np.sum(clusters.costs(), axis=0)


every_family = pytest.mark.parametrize(("kind", "criterion"), PAIRS)
everywhere = pytest.mark.parametrize("far", PLACES)


@everywhere
@every_family
def test_costs_are_those_of_the_points(kind, criterion, far):
    """Term by term, and by the states of the codes or from the summaries alone."""
    one = Situation(kind, criterion, far)
    assert_same_terms(totals(one.clusters), one.terms(one.labels[:N]), one.tolerance)
    assert_same_terms(totals(replace(one.clusters, states=None)), one.terms(one.labels[:N]), one.tolerance)


@every_family
def test_costs_are_n_times_that_of_the_model(kind, criterion):
    """The clusters of a fit tell its cost."""
    one = Situation(kind, criterion)
    settings = {"family": one.settings.families[0], "criterion": criterion, "n_clusters": 3, "random_state": 0}
    model = CECIB(**settings).fit(one.X)
    np.testing.assert_allclose(totals(model.clusters_).sum(), model.cost_ * 180, rtol=1e-9)
    np.testing.assert_array_equal(model.clusters_.cheapest(one.X), model.predict(one.X))


@everywhere
@every_family
def test_prediction_is_the_least_rise_of_the_cost(kind, criterion, far):
    """For points that the clusters have not seen; the rises differ as the recomputed costs do."""
    one = Situation(kind, criterion, far)
    new = one.X[N : N + 6]
    (changes,) = one.clusters.changes(new)
    unlabelled = np.append(one.side.index[:N], -1)
    for i, x in enumerate(new):
        more = np.vstack([one.X[:N], x])
        costs = [one.terms(np.append(one.labels[:N], c), more, unlabelled).sum() for c in range(3)]
        size = max(1.0, np.abs(changes).max())
        np.testing.assert_allclose(np.diff(changes[i]), np.diff(costs), atol=10 * one.tolerance * size)
    assert one.clusters.cheapest(new).tolist() == changes.argmin(axis=1).tolist()


@everywhere
@every_family
def test_absorbing_a_block_is_the_clusters_of_all_rows(kind, criterion, far):
    """With labels or to the cheapest: the summaries and the cost of the concatenated rows."""
    one = Situation(kind, criterion, far)
    new = one.block(slice(N, None))
    by_cost = np.append(one.labels[:N], one.clusters.cheapest(one.X[N:]))
    for labels, absorbed in (
        (one.labels, one.clusters.absorb(new, one.labels[N:])),
        (by_cost, one.clusters.absorb(new)),
    ):
        assert_same_summaries(absorbed.summaries, one.summaries(labels, slice(None)), one.tolerance)
        assert_same_terms(totals(absorbed), one.terms(labels), one.tolerance)


@everywhere
@every_family
def test_merging_is_the_coarser_partition(kind, criterion, far):
    """As announced; the summary is the sum of the two, and those after move up."""
    one = Situation(kind, criterion, far)
    merged = one.clusters.merged(2, 0)
    coarse = one.terms(np.array([0, 1, 0])[one.labels[:N]])
    assert_same_terms(totals(merged), coarse, one.tolerance)
    before = totals(one.clusters).sum()
    assert one.clusters.change_merging(0, 2) == pytest.approx(coarse.sum() - before, abs=one.tolerance * abs(before))
    assert_same_summaries(
        merged.summaries, [one.clusters.summaries[0] + one.clusters.summaries[2], one.clusters.summaries[1]], 1e-14
    )


@everywhere
@every_family
def test_splitting_off_and_merging_is_the_identity(kind, criterion, far):
    """To rounding; in between, the cost is that of the finer partition."""
    one = Situation(kind, criterion, far)
    fine = np.where((one.labels[:N] == 1) & (np.arange(N) % 2 == 0), 3, one.labels[:N])
    parts = one.summaries(fine, slice(0, N))
    split = one.clusters.split_off(1, parts[3])
    assert_same_summaries(split.summaries, parts, one.tolerance)
    assert_same_terms(totals(split), one.terms(fine), one.tolerance)
    back = split.merged(1, 3)
    assert_same_summaries(back.summaries, one.clusters.summaries, one.tolerance)
    assert_same_terms(totals(back), totals(one.clusters), one.tolerance)


def mixed(criterion="entropy"):
    families = [FixedSpherical(1.0), Full(), Fixed([[1.0, 0.0], [0.0, 4096.0]])]
    return Situation(families, criterion)


@pytest.mark.parametrize("criterion", ["entropy", "evidence"])
@pytest.mark.parametrize(("pair", "kept"), [((0, 1), 1), ((1, 0), 1), ((1, 2), 1), ((0, 2), 2)])
def test_of_two_families_the_cheaper_codes_the_union(criterion, pair, kept):
    """As announced, whichever comes first; the clusters that are left keep theirs."""
    one = mixed(criterion)
    a, b = sorted(pair)
    merged = one.clusters.merged(*pair)
    coarse = np.where(one.labels[:N] == b, a, one.labels[:N])
    costs = {}
    for number in pair:
        families = list(one.settings.families)
        families[a] = one.settings.families[number]
        costs[number] = one.terms(coarse, family=families).sum()
    assert min(costs, key=costs.get) == kept
    assert totals(merged).sum() == pytest.approx(costs[kept])
    assert one.clusters.change_merging(*pair) == pytest.approx(costs[kept] - totals(one.clusters).sum())
    (other,) = {0, 1, 2} - set(pair)
    assert set(merged.family_numbers) == {kept, other}
    assert merged.family_numbers[a] == kept


def test_parts_inherit_the_family():
    """In a list of families, that of the cluster they came from."""
    one = mixed()
    fine = np.where((one.labels[:N] == 2) & (np.arange(N) % 2 == 0), 3, one.labels[:N])
    split = one.clusters.split_off(2, one.summaries(fine, slice(0, N))[3])
    assert split.family_numbers.tolist() == [0, 1, 2, 2]
    assert split.absorb(one.block(slice(N, None))).family_numbers.tolist() == [0, 1, 2, 2]


def test_what_cannot_be_is_refused():
    """A cluster with itself, one that there is not, and a part as large as the whole."""
    clusters = Situation("full", "entropy").clusters
    with pytest.raises(ValueError, match="Clusters 1 and 1 cannot become one"):
        clusters.merged(1, 1)
    with pytest.raises(ValueError, match="Cluster 1 cannot be divided"):
        clusters.split_off(1, clusters.summaries[1])
    for refused in (
        lambda: clusters.merged(0, 3),
        lambda: clusters.change_merging(-1, 0),
        lambda: clusters.split_off(7, clusters.summaries[0]),
    ):
        with pytest.raises(ValueError, match=r"There is no cluster .* there are 3"):
            refused()


def test_changes_leave_the_clusters_as_they_are():
    """`absorb`, `merged` and `split_off` give new clusters."""
    one = Situation("full", "entropy")
    copy = pickle.loads(pickle.dumps(one.clusters))
    one.clusters.absorb(one.block(slice(N, None)))
    one.clusters.merged(0, 1)
    assert one.clusters == copy
    np.testing.assert_array_equal(one.clusters.costs(), copy.costs())


@every_family
def test_pickling_and_equality(kind, criterion):
    """A copy is equal and judges the same to the last bit, also of clusters that were used."""
    one = Situation(kind, criterion)
    (expected,) = one.clusters.changes(one.X)
    copy = pickle.loads(pickle.dumps(one.clusters))
    assert copy == one.clusters
    np.testing.assert_array_equal(next(copy.changes(one.X)), expected)
    swap = np.array([1, 0, 2])
    assert one.clusters != one.clusters.reordered(swap)
    assert one.clusters.reordered(swap).reordered(swap) == one.clusters
    np.testing.assert_array_equal(next(one.clusters.reordered(swap).changes(one.X)), expected[:, swap])


def test_gaussians_are_in_the_units_of_the_data():
    """Means and covariances of the points; a column that is not used has the value it is given."""
    X = Situation("full", "evidence", far=1e3).X
    model = CECIB(init=np.arange(180) % 3).fit(np.insert(X, 1, 7.0, axis=1))
    means, covariances = model.clusters_.gaussians(np.array([0.0, 7.0, 0.0]))
    for c in range(model.n_clusters_):
        inside = np.insert(X, 1, 7.0, axis=1)[model.labels_ == c]
        np.testing.assert_allclose(means[c], inside.mean(axis=0))
        np.testing.assert_allclose(covariances[c], np.cov(inside.T, bias=True), atol=1e-9)


def test_a_known_mean_is_told():
    """What the family fixes, not what the points say."""
    one = Situation(FixedMean([1.0, 64.0]), "evidence")
    means, _ = one.clusters.gaussians(np.zeros(2))
    assert means.tolist() == [[1, 64]] * 3


def test_points_out_of_reach_are_judged():
    """1e300 away the squares are no numbers; the point counts as very far, on the side where it is."""
    one = Situation("spherical", "evidence")
    (changes,) = one.clusters.changes(np.array([[0.0, 1e300], [0.0, 1e30]]))
    assert np.isfinite(changes).all()
    (densities,) = one.clusters.log_densities(np.array([[0.0, 1e300], [0.0, 1e30]]))
    assert np.isfinite(densities).all()
    assert (densities[0] < densities[1]).all()


@pytest.fixture(scope="module")
def labelled_clusters():
    rng = np.random.default_rng(0)
    X = np.array([[0, 0], [9, 0], [0, 9]])[np.arange(90) % 3] + rng.normal(size=(90, 2))
    return CECIB(random_state=0, n_init=1, beta=1.0).fit(X, np.arange(90) % 3).clusters_, X


def test_rows_without_labels_are_absorbed_by_clusters_with_categories(labelled_clusters):
    clusters, X = labelled_clusters
    more = clusters.absorb(Block(X, read_side_information(None, 90)))
    np.testing.assert_array_equal(more.summaries.counts, clusters.summaries.counts)
    np.testing.assert_array_equal(more.summaries.weights, 2 * clusters.summaries.weights)


@pytest.mark.parametrize("n_categories", [1, 2, 5])
def test_other_categories_are_refused(labelled_clusters, n_categories):
    clusters, X = labelled_clusters
    with pytest.raises(ValueError, match="categories"):
        clusters.absorb(Block(X, read_side_information(np.arange(90) % n_categories, 90)))


@pytest.mark.parametrize(("d", "m"), [(3, 3), (1, 3), (2, 0), (2, 7)])
def test_a_part_of_another_kind_cannot_be_split_off(labelled_clusters, d, m):
    with pytest.raises(ValueError, match="summaries differ"):
        labelled_clusters[0].split_off(0, Summary(5.0, np.zeros(d), np.eye(d), np.zeros(m)))


def test_clusters_whose_parts_differ_in_number_are_refused(labelled_clusters):
    clusters = labelled_clusters[0]
    with pytest.raises(ValueError, match="each cluster"):
        replace(clusters, states=clusters.states[:1]).costs()
    with pytest.raises(ValueError, match="each cluster"):
        replace(clusters, family_numbers=clusters.family_numbers[:1]).costs()


def test_a_cluster_does_not_merge_with_itself(labelled_clusters):
    assert labelled_clusters[0].change_merging(1, 1) == np.inf


@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
def test_changes_with_labels(criterion):
    """What a labelled row would cost in each cluster, against the cost of all rows with it."""
    situation = Situation("full", criterion)
    rows = situation.block(slice(0, N))
    y = np.where(np.arange(N) % 5 == 0, situation.labels[:N] % 2, -1).astype(np.int32)
    block = replace(rows, side=replace(rows.side, index=y, categories=np.arange(2)))
    clusters = situation.clusters
    counts = block.summarise(situation.labels[:N], 3, clusters.scaling)
    prior = None if clusters.prior is None else replace(clusters.prior, concentration=2.0)
    clusters = replace(clusters, summaries=counts, states=None, prior=prior)
    X, categories = situation.X[N : N + 4], np.array([0, 1, -1, 0], dtype=np.int32)
    (found,) = clusters.changes(X, categories)
    total = float(np.log(N)), float(np.log(N + 1))
    for c in range(3):
        for i in range(4):
            more = replace(block, points=X[i : i + 1], side=replace(block.side, index=categories[i : i + 1]))
            own = more.summarise(np.array([c]), 3, clusters.scaling)
            after = replace(clusters, summaries=counts + own)
            codes = after.criterion.codes(after.families, prior, after.scaling)
            # label shares are those before the row came, and so is the number of points
            code = after.criterion.label_code(after.beta, counts.counts.sum(axis=0), prior)
            engine = _core.Clusters([codes[0]] * 3, list(after.summaries), None, code)
            change = np.sum(engine.costs()) - np.sum(clusters.make_engine().costs()) - (N + 1) * total[1] + N * total[0]
            assert found[i, c] - total[0] == pytest.approx(change, abs=1e-6)
