// The only file that knows of Python. Python validates; the engine assumes. After the arrays, one noun after the other:
// its handle, what Python asks of it, its definition.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "codes/criterion.hpp"
#include "codes/label_code.hpp"
#include "codes/level_code.hpp"
#include "codes/prototypes.hpp"
#include "data/exact_root.hpp"
#include "data/points.hpp"
#include "data/summaries.hpp"
#include "data/units.hpp"
#include "search/clusters.hpp"
#include "search/hartigan.hpp"
#include "search/partition.hpp"
#include "search/proposals.hpp"
#include "search/rearrangement.hpp"
#include "search/seeding.hpp"

namespace nb = nanobind;
using nb::arg;
using namespace cecib;

namespace {

using Matrix = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pairs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Array = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using Doubles = std::vector<double>;

template <typename T>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(owned->data(), shape, owner);
}

nb::object labels_to_numpy(std::vector<std::int32_t> labels) {
    const std::size_t n = labels.size();
    return nb::cast(to_numpy(std::move(labels), {n}));
}

// What the engine computes while other threads of Python go on.
template <typename Compute>
auto unlocked(const Compute& compute) {
    nb::gil_scoped_release released;
    return compute();
}

struct CancelFlag {
    std::atomic<bool> is_set{false};
    void set() { is_set = true; }
};

// The flag that long work on this thread obeys, beside signals; Python chooses it with `with flag:`.
thread_local const CancelFlag* obeyed = nullptr;

// Throws what Python is to raise: KeyboardInterrupt if the flag is set, or what a signal's handler has raised.
void listen() {
    if (obeyed && !obeyed->is_set.load(std::memory_order_relaxed)) return;
    nb::gil_scoped_acquire held;
    if (obeyed) PyErr_SetNone(PyExc_KeyboardInterrupt);
    if (obeyed || PyErr_CheckSignals() != 0) throw nb::python_error();
}

template <typename Array>
Doubles to_vector(const Array& array) {
    return Doubles(array.data(), array.data() + array.size());
}

// Sizes that do not go together would be read or written out of bounds; whatever Python may have missed ends here.
void require(bool goes_together, const char* sentence) {
    if (!goes_together) throw nb::value_error(sentence);
}

// One number for each point, from 0 on or −1 for none.
void require_numbers(const Integers& numbers, const Points& points, std::size_t end, const char* sentence) {
    const auto is_below = [&](std::int32_t i) { return i == -1 || (i >= 0 && static_cast<std::size_t>(i) < end); };
    require(numbers.size() == points.size() && std::all_of(numbers.data(), numbers.data() + numbers.size(), is_below),
            sentence);
}

void require_clusters(std::size_t k, std::size_t a, std::size_t b) {
    require(a < k && b < k, "there is no such cluster");
}

constexpr const char* kLabels = "labels must be below the number of clusters, one for each point";
constexpr const char* kCategories = "categories must be below their number, one for each point";
constexpr const char* kFeatures = "there must be one number for each feature";

MatrixView view_of(const Matrix& matrix) {
    const bool is_single = matrix.dtype() == nb::dtype<float>();
    if (!is_single && matrix.dtype() != nb::dtype<double>()) throw nb::type_error("X must be float32 or float64");
    return {matrix.data(), is_single, matrix.shape(0), matrix.shape(1), matrix.stride(0), matrix.stride(1)};
}

const double* data_or_null(const std::optional<Vector>& weights) { return weights ? weights->data() : nullptr; }

// Keeps the arrays alive that the engine only looks at.
struct PointsHandle {
    Matrix matrix;
    std::optional<Vector> weights;
    Points points;

    PointsHandle(Matrix m, const std::vector<std::size_t>& columns, const Vector& shift, const Vector& scale,
                 std::optional<Vector> w)
        : matrix(std::move(m)), weights(std::move(w)),
          points(view_of(matrix), columns, to_vector(shift), to_vector(scale), data_or_null(weights)) {
        require(shift.size() == columns.size() && scale.size() == columns.size(),
                "shift and scale must have one entry for each column");
        require(std::all_of(columns.begin(), columns.end(), [&](std::size_t j) { return j < matrix.shape(1); }),
                "columns must be columns of X");
        require(!weights || weights->size() == matrix.shape(0), "weights must have one entry for each row of X");
    }
};

void define_points(nb::module_& module) {
    module.def(
        "column_statistics",
        [](const Matrix& matrix, const std::optional<Vector>& weights) {
            const MatrixView view = view_of(matrix);
            require(!weights || weights->size() == view.rows, "weights must have one entry for each row of X");
            ColumnStatistics s = unlocked([&] { return column_statistics(view, data_or_null(weights)); });
            const std::size_t d = s.mean.size();
            return nb::make_tuple(to_numpy(std::move(s.mean), {d}), to_numpy(std::move(s.deviation), {d}),
                                  to_numpy(std::move(s.largest), {d}));
        },
        arg("X").noconvert(), arg("weights").noconvert().none());
    nb::class_<PointsHandle>(module, "Points")
        .def(nb::init<Matrix, const std::vector<std::size_t>&, const Vector&, const Vector&, std::optional<Vector>>(),
             arg("X").noconvert(), arg("columns"), arg("shift").noconvert(), arg("scale").noconvert(),
             arg("weights").noconvert().none());
    module.def(
        "dependent_column",
        [](const PointsHandle& h, double resolution) {
            return unlocked([&] { return dependent_column(h.points, resolution); });
        },
        arg("points"), arg("resolution"));
}

// The prototype of all clusters' codes: a family under a criterion.
struct CodeHandle {
    std::unique_ptr<GaussianCode> code;
    std::size_t dimension;
};

// Criteria and label codes are shared with the codes and clusters made from them.
struct CriterionHandle {
    SharedCriterion criterion;
};

struct LabelCodeHandle {
    std::shared_ptr<const LabelCode> code;
    std::optional<std::size_t> n_categories = std::nullopt;  // nothing: any number
};

Prototypes prototypes_of(const std::vector<CodeHandle*>& handles, std::size_t dimension) {
    Prototypes prototypes;
    for (const CodeHandle* handle : handles) {
        require(handle->dimension == dimension, "families and points must have the same number of features");
        prototypes.push_back(handle->code.get());
    }
    return prototypes;
}

void require_categories(const LabelCodeHandle& labels, std::size_t n_categories) {
    require(!labels.n_categories || *labels.n_categories == n_categories,
            "the code of the labels must have a number for each category");
}

// steps: six numbers for each, as in LevelStep; groupings: a number for each path, one grouping after the other.
Levels levels_of(std::size_t n_paths, const Integers& steps, const Integers& groupings) {
    constexpr std::size_t kNumbers = 6;
    require(n_paths > 0 && steps.size() % kNumbers == 0 && groupings.size() % n_paths == 0,
            "steps must have six numbers each, and groupings one for each path");
    Levels levels;
    levels.n_paths = n_paths;
    std::size_t before = 0;
    for (std::size_t s = 0; s < steps.size(); s += kNumbers) {
        std::size_t own[kNumbers];
        for (std::size_t j = 0; j < kNumbers; ++j) {
            require(steps.data()[s + j] >= 0, "steps must not be negative");
            own[j] = static_cast<std::size_t>(steps.data()[s + j]);
        }
        const auto [path, level, first, last, first_of_all, last_of_all] = own;
        require(before <= path && path < n_paths && level < n_paths && first_of_all <= first && first <= path &&
                    path < last && last <= last_of_all && last_of_all <= n_paths,
                "steps must be in the order of the paths, which lie side by side");
        before = path;
        levels.steps.push_back({path, level, first, last, first_of_all, last_of_all});
    }
    for (std::size_t g = 0; g < groupings.size(); g += n_paths) {
        levels.groupings.emplace_back(groupings.data() + g, groupings.data() + g + n_paths);
        for (const std::int32_t group : levels.groupings.back())
            require(group >= -1 && group < static_cast<std::int32_t>(n_paths),
                    "groups must be below the number of paths");
    }
    return levels;
}

void define_criteria(nb::module_& module) {
    nb::class_<CriterionHandle>(module, "Criterion");
    module.def(
        "criterion_named",
        [](const std::string& name, std::size_t d, double kappa, double nu, const std::optional<Vector>& mean,
           const std::optional<Table>& scale, const std::optional<Table>& cell) {
            Expectation expectation{kappa, nu, mean ? to_vector(*mean) : Doubles{},
                                    scale ? to_vector(*scale) : Doubles{}, cell ? to_vector(*cell) : Doubles{}};
            const bool is_whole = mean && scale && mean->size() == d && scale->shape(0) == d && scale->shape(1) == d;
            require(is_whole || (!mean && !scale), "mean must have one entry for each feature, and scale one row");
            require(!cell || (is_whole && cell->shape(0) == d && cell->shape(1) == d),
                    "cell must be as large as scale");
            CriterionHandle handle{criterion_named(name, d, expectation)};
            require(handle.criterion != nullptr, "no criterion of this name");
            require(handle.criterion->dimension() == d, "this criterion needs a mean and a scale");
            return handle;
        },
        arg("name"), arg("dimension"), arg("kappa") = 0.0, arg("nu") = 0.0, arg("mean").noconvert() = nb::none(),
        arg("scale").noconvert() = nb::none(), arg("cell").noconvert() = nb::none());
    nb::class_<LabelCodeHandle>(module, "LabelCode");
    module.def("entropy_labels", [](double beta) { return LabelCodeHandle{entropy_labels(beta)}; }, arg("beta"));
    module.def(
        "dirichlet_labels",
        [](double beta, const Vector& pseudo_counts) {
            return LabelCodeHandle{dirichlet_labels(beta, to_vector(pseudo_counts)), pseudo_counts.size()};
        },
        arg("beta"), arg("pseudo_counts").noconvert());
    module.def(
        "level_entropy_labels",
        [](double beta, std::size_t n_paths, const Integers& steps, const Integers& groupings) {
            return LabelCodeHandle{level_entropy_labels(beta, levels_of(n_paths, steps, groupings)), n_paths};
        },
        arg("beta"), arg("n_paths"), arg("steps").noconvert(), arg("groupings").noconvert());
    module.def(
        "level_dirichlet_labels",
        [](double beta, std::size_t n_paths, const Integers& steps, const Integers& groupings,
           const Vector& pseudo_counts, const Vector& pseudo_sums) {
            Levels levels = levels_of(n_paths, steps, groupings);
            const std::size_t n = levels.steps.size();
            require(pseudo_counts.size() == n && pseudo_sums.size() == n, "there must be a pseudo-count for each step");
            for (std::size_t s = 0; s < n; ++s) {
                levels.steps[s].pseudo_count = pseudo_counts.data()[s];
                levels.steps[s].pseudo_sum = pseudo_sums.data()[s];
            }
            return LabelCodeHandle{level_dirichlet_labels(beta, std::move(levels)), n_paths};
        },
        arg("beta"), arg("n_paths"), arg("steps").noconvert(), arg("groupings").noconvert(),
        arg("pseudo_counts").noconvert(), arg("pseudo_sums").noconvert());
}

// The prototype of a family with a parameter for each feature.
template <typename Make>
CodeHandle code_with(const CriterionHandle& h, const Vector& numbers, const Make& make) {
    const std::size_t d = h.criterion->dimension();
    require(numbers.size() == d, kFeatures);
    return {make(h.criterion, to_vector(numbers)), d};
}

void define_families(nb::module_& module) {
    nb::class_<CodeHandle>(module, "Code");
    module.def(
        "full_code",
        [](const CriterionHandle& h) { return CodeHandle{full_prototype(h.criterion), h.criterion->dimension()}; },
        arg("criterion"));
    module.def(
        "fixed_mean_code",
        [](const CriterionHandle& h, const Vector& mean) { return code_with(h, mean, fixed_mean_prototype); },
        arg("criterion"), arg("mean").noconvert());
    module.def(
        "diagonal_code",
        [](const CriterionHandle& h) { return CodeHandle{diagonal_prototype(h.criterion), h.criterion->dimension()}; },
        arg("criterion"));
    module.def(
        "spherical_code",
        [](const CriterionHandle& h, const Vector& units) { return code_with(h, units, spherical_prototype); },
        arg("criterion"), arg("units").noconvert());
    module.def(
        "fixed_code",
        [](const CriterionHandle& h, const Table& covariance) {
            const std::size_t d = h.criterion->dimension();
            require(covariance.shape(0) == d && covariance.shape(1) == d, "covariance must be d × d");
            return CodeHandle{fixed_prototype(h.criterion, to_vector(covariance)), d};
        },
        arg("criterion"), arg("covariance").noconvert());
    module.def(
        "eigenvalues_code",
        [](const Vector& units, const Vector& values) {
            require(units.size() == values.size(), kFeatures);
            return CodeHandle{eigenvalues_prototype(to_vector(units), to_vector(values)), units.size()};
        },
        arg("units").noconvert(), arg("values").noconvert());
    module.def(
        "auto_code", [](const CriterionHandle& h, const Vector& units) { return code_with(h, units, auto_prototype); },
        arg("criterion"), arg("units").noconvert());
}

// Summaries as arrays, and back.
Doubles square_of(const Summary& s) {
    const std::size_t d = s.dimension();
    if (!s.has_covariances) return s.scatter;
    Doubles full(d * d);
    for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < d; ++j) full[i * d + j] = s.scatter[std::max(i, j) * d + std::min(i, j)];
    return full;
}

nb::object scatter_of(const Summary& s) {
    const std::size_t d = s.dimension();
    if (s.has_covariances) return nb::cast(to_numpy(square_of(s), {d, d}));
    return nb::cast(to_numpy(square_of(s), {d}));
}

Summary summary_from(double weight, const Vector& mean, const Array& scatter, const Vector& counts) {
    Summary summary(mean.size(), counts.size(), scatter.ndim() == 2);
    require(scatter.size() == summary.scatter.size() && scatter.shape(0) == mean.size(),
            "scatter must be d × d, or its diagonal");
    summary.weight = weight;
    summary.mean = to_vector(mean);
    summary.scatter = to_vector(scatter);
    summary.categories = CategoryCounts(to_vector(counts));
    return summary;
}

Summary merged_summary(Summary a, const Summary& b) {
    if (a.dimension() != b.dimension() || a.has_covariances != b.has_covariances ||
        a.categories.counts().size() != b.categories.counts().size())
        throw nb::value_error("summaries of different kinds do not merge");
    if (!(a.weight > 0.0)) return b;
    a.merge(b);
    return a;
}

Summary separated_summary(Summary a, const Summary& b) {
    if (a.dimension() != b.dimension() || a.has_covariances != b.has_covariances ||
        a.categories.counts().size() != b.categories.counts().size() || !(a.weight > b.weight))
        throw nb::value_error("a summary holds only summaries of its kind that weigh less");
    if (b.weight > 0.0) a.separate(b);
    return a;
}

bool is_same(const Summary& a, const Summary& b) {
    return a.weight == b.weight && a.has_covariances == b.has_covariances && a.mean == b.mean &&
           square_of(a) == square_of(b) && a.categories.counts() == b.categories.counts();
}

// The summaries of the rows with labels 0 … k − 1, around centres that are near their means; without them twice, the
// second time around the means just found.
std::vector<Summary> summarise_block(const PointsHandle& h, const Integers& categories, std::size_t n_categories,
                                     const Integers& labels, std::size_t k, bool with_covariances, std::size_t threads,
                                     const std::optional<Array>& around) {
    require_numbers(labels, h.points, k, kLabels);
    require_numbers(categories, h.points, n_categories, kCategories);
    if (around && (around->shape(0) != k || around->shape(1) != h.points.dimension()))
        throw std::invalid_argument("around must have a row for each cluster and a column for each feature");
    return unlocked([&] {
        const std::vector<std::int32_t> own(labels.data(), labels.data() + labels.size());
        const Summary empty(h.points.dimension(), n_categories, with_covariances);
        std::vector<Summary> summaries(k, empty);
        Team team(threads, listen);
        if (around)
            for (std::size_t c = 0; c < k; ++c)
                std::copy_n(around->data() + c * empty.dimension(), empty.dimension(), summaries[c].mean.data());
        for (int round = around ? 1 : 0; round < 2; ++round) {
            std::vector<const double*> centres;
            for (const Summary& summary : summaries) centres.push_back(summary.mean.data());
            summaries = summarise(h.points, categories.data(), own, centres, empty, team);
        }
        return summaries;
    });
}

void define_summaries(nb::module_& module) {
    nb::class_<Summary>(module, "Summary")
        .def(
            "__init__",
            [](Summary* self, double weight, const Vector& mean, const Array& scatter, const Vector& counts) {
                new (self) Summary(summary_from(weight, mean, scatter, counts));
            },
            arg("weight"), arg("mean").noconvert(), arg("scatter").noconvert(), arg("counts").noconvert())
        .def_ro("weight", &Summary::weight)
        .def_prop_ro("mean", [](const Summary& s) { return nb::cast(to_numpy(Doubles(s.mean), {s.mean.size()})); })
        .def_prop_ro("scatter", &scatter_of)
        .def_prop_ro("counts",
                     [](const Summary& s) {
                         return nb::cast(to_numpy(Doubles(s.categories.counts()), {s.categories.counts().size()}));
                     })
        .def("__sub__", &separated_summary, arg("part"))
        .def("__add__", &merged_summary, nb::is_operator())
        .def("__eq__", &is_same, nb::is_operator())
        .def("__getstate__",
             [](const Summary& s) {
                 return nb::make_tuple(s.weight, s.mean, s.scatter, s.has_covariances, s.categories.counts());
             })
        .def("__setstate__", [](Summary& self, const std::tuple<double, Doubles, Doubles, bool, Doubles>& state) {
            Summary summary(std::get<1>(state).size(), 0, std::get<3>(state));
            require(std::get<2>(state).size() == summary.scatter.size(), "scatter must be d × d, or its diagonal");
            summary.weight = std::get<0>(state);
            summary.mean = std::get<1>(state);
            summary.scatter = std::get<2>(state);
            summary.categories = CategoryCounts(std::get<4>(state));
            new (&self) Summary(std::move(summary));
        });
    module.def("summarise", &summarise_block, arg("points"), arg("categories").noconvert(), arg("n_categories"),
               arg("labels").noconvert(), arg("n_clusters"), arg("with_covariances"), arg("threads"),
               arg("around") = nb::none());
}

// Settled: what a file or a pickle brings back, made from the counts alone, has to be the same to the last bit.
std::vector<Summary> summaries_of(const std::vector<Cluster>& clusters) {
    std::vector<Summary> summaries;
    for (const Cluster& cluster : clusters) {
        summaries.push_back(cluster.summary());
        summaries.back().categories.settle();
    }
    return summaries;
}

// The codes of several families side by side: padded with zeros.
nb::object states_of(const std::vector<Cluster>& clusters) {
    std::size_t widest = 0;
    for (const Cluster& cluster : clusters) widest = std::max(widest, cluster.code().state().size());
    Doubles states;
    for (const Cluster& cluster : clusters) {
        Doubles state = cluster.code().state();
        state.resize(widest);
        states.insert(states.end(), state.begin(), state.end());
    }
    return nb::cast(to_numpy(std::move(states), {clusters.size(), widest}));
}

// For each cluster, the number of its prototype, and which of several shapes it has taken.
std::vector<std::pair<std::size_t, std::size_t>> families_of(const std::vector<Cluster>& clusters) {
    std::vector<std::pair<std::size_t, std::size_t>> families;
    for (const Cluster& cluster : clusters) families.emplace_back(cluster.code().prototype, cluster.code().choice());
    return families;
}

// Which rows belong together, and which pairs should be apart; shared with the partitions that keep to it.
struct BondsHandle {
    std::shared_ptr<const Bonds> bonds;

    BondsHandle(const Integers& groups, const Pairs& apart, double apart_weight) {
        std::vector<std::int32_t> own(groups.data(), groups.data() + groups.size());
        const auto is_row = [&](std::int32_t i) { return i >= 0 && static_cast<std::size_t>(i) < own.size(); };
        require(std::all_of(own.begin(), own.end(), [&](std::int32_t g) { return g == -1 || is_row(g); }),
                "groups must be numbers from 0 on, or -1");
        require(apart.shape(1) == 2, "pairs must have two rows each");
        Bonds::Pairs pairs;
        for (std::size_t p = 0; p < apart.shape(0); ++p) {
            const std::int32_t i = apart.data()[2 * p], j = apart.data()[2 * p + 1];
            require(is_row(i) && is_row(j) && i != j, "pairs must be of two different rows");
            const std::int32_t group = own[static_cast<std::size_t>(i)];
            require(group < 0 || group != own[static_cast<std::size_t>(j)], "a group has a pair apart");
            pairs.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
        }
        bonds = std::make_shared<Bonds>(std::move(own), std::move(pairs), apart_weight);
    }
};

struct PartitionHandle {
    nb::object points_owner;
    Integers categories;
    std::unique_ptr<Partition> built;
    Partition& partition;
    std::vector<double> x;

    PartitionHandle(nb::object points, Integers side, std::size_t n_categories, const Integers& labels,
                    std::size_t n_clusters, const std::vector<CodeHandle*>& families, const LabelCodeHandle& label_code,
                    double min_weight, bool forbids, double resolution, const BondsHandle* bonds,
                    std::vector<Summary> absent)
        : points_owner(std::move(points)), categories(std::move(side)),
          built(build(nb::cast<PointsHandle&>(points_owner).points, categories, n_categories, labels, n_clusters,
                      families, label_code, SizeRule{min_weight, forbids}, resolution, bonds ? bonds->bonds : nullptr,
                      std::move(absent))),
          partition(*built), x(partition.points().dimension()) {}

    static std::unique_ptr<Partition> build(const Points& points, const Integers& categories, std::size_t n_categories,
                                            const Integers& labels, std::size_t n_clusters,
                                            const std::vector<CodeHandle*>& families, const LabelCodeHandle& label_code,
                                            SizeRule size_rule, double resolution, std::shared_ptr<const Bonds> bonds,
                                            std::vector<Summary> absent) {
        require(!bonds || bonds->size() == points.size(), "groups must have one entry for each point");
        require(families.size() == 1 || (families.size() > 1 && families.size() >= n_clusters),
                "There must be one family, or one for each cluster.");
        require_numbers(labels, points, n_clusters, kLabels);
        require_numbers(categories, points, n_categories, kCategories);
        require_categories(label_code, n_categories);
        const Prototypes prototypes = prototypes_of(families, points.dimension());
        require(absent.empty() || absent.size() == n_clusters, "each cluster needs a summary of its absent points");
        const bool is_square = std::any_of(prototypes.begin(), prototypes.end(),
                                           [](const GaussianCode* code) { return code->needs_covariances(); });
        double total = points.total_weight();
        for (const Summary& summary : absent) {
            require(summary.dimension() == points.dimension() && summary.has_covariances == is_square &&
                        summary.categories.counts().size() == n_categories && summary.weight > 0.0,
                    "absent points need the features, scatters and categories of the others");
            total += summary.weight;
        }
        nb::gil_scoped_release released;
        return std::make_unique<Partition>(points, Labelling{categories.data(), n_categories},
                                           std::vector<std::int32_t>(labels.data(), labels.data() + labels.size()),
                                           n_clusters, prototypes, CostSetting{label_code.code, total}, size_rule,
                                           resolution, std::move(bonds), false, std::move(absent));
    }

    void require_point(std::size_t i, std::size_t c) const {
        require(i < partition.points().size() && c < partition.n_clusters(), "there is no such point or cluster");
    }

    const double* row(std::size_t i) {
        partition.points().row(i, x.data());
        return x.data();
    }
};

nb::tuple as_tuple(const CostTerms& cost) { return nb::make_tuple(cost.complexity, cost.accuracy, cost.consistency); }

nb::object labels_of(const PartitionHandle& h) { return labels_to_numpy(h.partition.labels()); }

nb::tuple cost_of(const PartitionHandle& h) { return as_tuple(h.partition.cost()); }

double change_of(PartitionHandle& h, std::size_t i, std::size_t c) {
    h.require_point(i, c);
    if (h.partition.is_bound(i)) {
        const std::size_t u = h.partition.bonds()->unit_of(i);
        return h.partition.unit_change_leaving(u) + h.partition.unit_change_entering(u, c);
    }
    const double* x = h.row(i);
    return h.partition.change_leaving(i, x) + h.partition.change_entering(i, x, c);
}

bool move_in(PartitionHandle& h, std::size_t i, std::size_t c) {
    h.require_point(i, c);
    if (h.partition.is_bound(i)) return h.partition.move_unit(h.partition.bonds()->unit_of(i), c);
    return h.partition.move(i, h.row(i), c);
}

DescentOptions descent_options(std::size_t max_passes, std::optional<std::size_t> block, std::size_t threads,
                               const CancelFlag& cancel, const nb::object& on_pass) {
    DescentOptions options;
    options.max_passes = max_passes;
    options.block = block;
    options.threads = threads;
    options.is_cancelled = &cancel.is_set;
    if (!on_pass.is_none())
        options.on_pass = [&on_pass](const PassReport& r) {
            nb::gil_scoped_acquire held;
            on_pass(r.pass, r.moves, r.n_clusters, r.cost);
        };
    return options;
}

nb::tuple descend_partition(PartitionHandle& h, std::size_t max_passes, std::optional<std::size_t> block,
                            std::size_t threads, CancelFlag& cancel, nb::object on_pass) {
    const DescentOptions options = descent_options(max_passes, block, threads, cancel, on_pass);
    const Descent result = unlocked([&] { return descend(h.partition, options); });
    return nb::make_tuple(result.passes, result.has_converged, result.trace);
}

nb::tuple search_partition(PartitionHandle& h, std::size_t max_passes, std::optional<std::size_t> block,
                           std::size_t threads, std::size_t max_clusters, const Vector& metric, double split_gain,
                           CancelFlag& cancel, nb::object on_pass) {
    require(metric.size() == h.partition.points().dimension(), kFeatures);
    SearchOptions options;
    options.descent = descent_options(max_passes, block, threads, cancel, on_pass);
    options.max_clusters = max_clusters;
    options.metric = to_vector(metric);
    options.split_gain = split_gain;
    const Descent result = unlocked([&] { return search(h.partition, options); });
    return nb::make_tuple(result.passes, result.has_converged, result.trace);
}

void define_partition(nb::module_& module) {
    nb::class_<CancelFlag>(module, "CancelFlag")
        .def(nb::init<>())
        .def("set", &CancelFlag::set)
        .def("__enter__", [](const CancelFlag& flag) { obeyed = &flag; })
        .def("__exit__", [](const CancelFlag&, const nb::args&) { obeyed = nullptr; });
    nb::class_<BondsHandle>(module, "Bonds")
        .def(nb::init<const Integers&, const Pairs&, double>(), arg("groups").noconvert(), arg("apart").noconvert(),
             arg("apart_weight"));
    nb::class_<PartitionHandle>(module, "Partition")
        .def(nb::init<nb::object, Integers, std::size_t, const Integers&, std::size_t, const std::vector<CodeHandle*>&,
                      const LabelCodeHandle&, double, bool, double, const BondsHandle*, std::vector<Summary>>(),
             arg("points"), arg("categories").noconvert(), arg("n_categories"), arg("labels").noconvert(),
             arg("n_clusters"), arg("families"), arg("label_code"), arg("min_weight"), arg("forbids_small"),
             arg("resolution"), arg("bonds").none() = nb::none(), arg("absent") = std::vector<Summary>())
        .def_prop_ro("labels", &labels_of)
        .def_prop_ro("n_clusters", [](const PartitionHandle& h) { return h.partition.n_clusters(); })
        .def("cost", &cost_of)
        .def("change", &change_of, arg("i"), arg("c"))
        .def("move", &move_in, arg("i"), arg("c"))
        .def("refresh", [](PartitionHandle& h) { h.partition.refresh(); })
        .def("summaries", [](const PartitionHandle& h) { return summaries_of(h.partition.clusters()); })
        .def("states", [](const PartitionHandle& h) { return states_of(h.partition.clusters()); })
        .def("families", [](const PartitionHandle& h) { return families_of(h.partition.clusters()); })
        .def(
            "change_merging",
            [](const PartitionHandle& h, std::size_t a, std::size_t b) {
                require_clusters(h.partition.n_clusters(), a, b);
                return h.partition.change_merging(a, b);
            },
            arg("a"), arg("b"))
        .def(
            "merge",
            [](PartitionHandle& h, std::size_t a, std::size_t b) {
                require_clusters(h.partition.n_clusters(), a, b);
                h.partition.merge(a, b);
            },
            arg("a"), arg("b"))
        .def("descend", &descend_partition, arg("max_passes"), arg("block").none(), arg("threads"), arg("cancel"),
             arg("on_pass").none())
        .def("search", &search_partition, arg("max_passes"), arg("block").none(), arg("threads"), arg("max_clusters"),
             arg("metric").noconvert(), arg("split_gain"), arg("cancel"), arg("on_pass").none());
}

std::vector<Doubles> rows_of(const Table& table) {
    std::vector<Doubles> rows;
    for (std::size_t i = 0; i < table.shape(0); ++i)
        rows.emplace_back(table.data() + i * table.shape(1), table.data() + (i + 1) * table.shape(1));
    return rows;
}

void require_features(const Clusters& set, const Points& points) {
    require(set.size() > 0 && set.all().front().summary().dimension() == points.dimension(),
            "clusters and points must have the same number of features");
}

nb::object changes_of(const Clusters& set, const PointsHandle& h, std::size_t threads,
                      const std::optional<Integers>& categories) {
    require_features(set, h.points);
    const std::size_t n = h.points.size(), k = set.size();
    if (categories)
        require_numbers(*categories, h.points, set.all().front().summary().categories.counts().size(), kCategories);
    Doubles out(n * k);
    unlocked(
        [&] { set.changes_with(h.points, categories ? categories->data() : nullptr, threads, out.data(), listen); });
    return nb::cast(to_numpy(std::move(out), {n, k}));
}

nb::object densities_of(const Clusters& set, const PointsHandle& h, std::size_t threads) {
    require_features(set, h.points);
    const std::size_t n = h.points.size(), k = set.size();
    Doubles out(n * k);
    unlocked([&] { set.log_densities(h.points, threads, out.data(), listen); });
    return nb::cast(to_numpy(std::move(out), {n, k}));
}

nb::object cheapest_of(const Clusters& set, const PointsHandle& h, std::size_t threads) {
    require_features(set, h.points);
    return labels_to_numpy(unlocked([&] { return set.cheapest(h.points, threads, listen); }));
}

nb::object choices_of(const Clusters& set, const PointsHandle& h, const Integers& categories, std::size_t threads) {
    require_features(set, h.points);
    const std::size_t n = h.points.size();
    require_numbers(categories, h.points, set.all().front().summary().categories.counts().size(), kCategories);
    Clusters::Choices chosen = unlocked([&] { return set.choices(h.points, categories.data(), threads, listen); });
    return nb::make_tuple(labels_to_numpy(std::move(chosen.labels)), to_numpy(std::move(chosen.least), {n}),
                          to_numpy(std::move(chosen.next), {n}));
}

void define_clusters(nb::module_& module) {
    nb::class_<Clusters>(module, "Clusters")
        .def(
            "__init__",
            [](Clusters* self, const std::vector<CodeHandle*>& families, const std::vector<Summary>& summaries,
               const std::optional<Table>& states, const LabelCodeHandle& labels) {
                require(!summaries.empty(), "there must be at least one cluster");
                require_categories(labels, summaries.front().categories.counts().size());
                new (self) Clusters(prototypes_of(families, summaries.front().dimension()), summaries,
                                    states ? rows_of(*states) : std::vector<Doubles>{}, labels.code);
            },
            arg("families"), arg("summaries"), arg("states").noconvert().none(), arg("label_code"))
        .def("summaries", [](const Clusters& c) { return summaries_of(c.all()); })
        .def("states", [](const Clusters& c) { return states_of(c.all()); })
        .def("families", [](const Clusters& c) { return families_of(c.all()); })
        .def("costs",
             [](const Clusters& c) {
                 std::vector<std::tuple<double, double, double>> costs;
                 for (const Cluster& cluster : c.all()) {
                     const CostTerms cost = cluster.cost();
                     costs.emplace_back(cost.complexity, cost.accuracy, cost.consistency);
                 }
                 return costs;
             })
        .def("changes_with", &changes_of, arg("points"), arg("threads"), arg("categories").noconvert() = nb::none())
        .def("cheapest", &cheapest_of, arg("points"), arg("threads"))
        .def("choices", &choices_of, arg("points"), arg("categories").noconvert(), arg("threads"))
        .def("log_densities", &densities_of, arg("points"), arg("threads"))
        .def(
            "change_merging",
            [](const Clusters& set, std::size_t a, std::size_t b) {
                require_clusters(set.size(), a, b);
                return set.change_merging(a, b);
            },
            arg("a"), arg("b"))
        .def(
            "merge",
            [](Clusters& set, std::size_t a, std::size_t b) {
                require_clusters(set.size(), a, b);
                return set.merge(a, b);
            },
            arg("a"), arg("b"))
        .def("absorb", &Clusters::absorb, arg("more"))
        .def(
            "split_off",
            [](Clusters& set, std::size_t c, const Summary& part) {
                require_clusters(set.size(), c, c);
                return set.split_off(c, part);
            },
            arg("c"), arg("part"));
}

void define_starts(nb::module_& module) {
    module.def(
        "plus_plus_start",
        [](const PointsHandle& h, const Vector& metric, std::size_t k, std::size_t trials, const Vector& uniforms,
           std::size_t threads) {
            require(metric.size() == h.points.dimension() && h.points.size() > 0, kFeatures);
            require(k > 0 && trials > 0 && uniforms.size() / k >= trials, "there must be k × trials uniforms");
            return labels_to_numpy(unlocked([&] {
                return plus_plus_start(h.points, to_vector(metric), k, trials, to_vector(uniforms), threads, listen);
            }));
        },
        arg("points"), arg("metric").noconvert(), arg("k"), arg("trials"), arg("uniforms").noconvert(), arg("threads"));
    module.def(
        "nearest_centres",
        [](const PointsHandle& h, const Vector& metric, const Table& centres, std::size_t threads) {
            const std::size_t d = h.points.dimension();
            require(metric.size() == d && centres.shape(1) == d && centres.shape(0) > 0, kFeatures);
            return labels_to_numpy(unlocked(
                [&] { return nearest_centres(h.points, to_vector(metric), to_vector(centres), threads, listen); }));
        },
        arg("points"), arg("metric").noconvert(), arg("centres").noconvert(), arg("threads"));
    module.def(
        "propose_splits",
        [](const PointsHandle& h, const Integers& categories, const LabelCodeHandle& labels, const Summary& summary,
           const Vector& metric) {
            require(metric.size() == h.points.dimension() && summary.dimension() == metric.size(), kFeatures);
            require(h.points.size() > 0, "there must be points");
            require_numbers(categories, h.points, summary.categories.counts().size(), kCategories);
            require_categories(labels, summary.categories.counts().size());
            const std::vector<std::int32_t> own(categories.data(), categories.data() + categories.size());
            nb::list proposals;
            for (Proposal& one :
                 unlocked([&] { return propose_splits(h.points, own, *labels.code, summary, to_vector(metric)); }))
                proposals.append(labels_to_numpy(std::move(one)));
            return proposals;
        },
        arg("points"), arg("categories").noconvert(), arg("labels"), arg("summary"), arg("metric").noconvert());
}

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The compiled engine of cecib.";
    nb::set_leak_warnings(false);  // objects that live until Python ends are no leaks; the sanitizers look for those
    define_points(module);
    define_criteria(module);
    define_families(module);
    define_summaries(module);
    define_partition(module);
    define_clusters(module);
    define_starts(module);
}
