// The only file that knows of Python. Python validates; the engine assumes.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <optional>

#include "cluster_set.hpp"
#include "criterion.hpp"
#include "hartigan.hpp"
#include "partition.hpp"
#include "points.hpp"
#include "prototypes.hpp"
#include "rearrangement.hpp"
#include "seeding.hpp"

namespace nb = nanobind;
using namespace cecib;

namespace {

using Matrix = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
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

template <typename Array>
Doubles to_vector(const Array& array) {
    return Doubles(array.data(), array.data() + array.size());
}

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
          points(view_of(matrix), columns, to_vector(shift), to_vector(scale), data_or_null(weights)) {}
};

// A family together with a criterion: the prototype of all clusters' codes.
struct CodeHandle {
    std::unique_ptr<GaussianCode> code;
};

Prototypes prototypes_of(const std::vector<CodeHandle*>& handles) {
    Prototypes prototypes;
    for (const CodeHandle* handle : handles) prototypes.push_back(handle->code.get());
    return prototypes;
}

struct CancelFlag {
    std::atomic<bool> is_set{false};
};

struct PartitionHandle {
    nb::object points_owner;
    Codes codes;
    std::unique_ptr<Partition> built;
    Partition& partition;
    std::vector<double> x;

    PartitionHandle(nb::object points, Codes side, std::size_t n_categories, const Codes& labels, std::size_t n_clusters,
                    const std::vector<CodeHandle*>& families, double beta, double min_weight, bool forbids, double resolution)
        : points_owner(std::move(points)), codes(std::move(side)),
          built(build(nb::cast<PointsHandle&>(points_owner).points, SideInformation{codes.data(), n_categories}, labels,
                      n_clusters, prototypes_of(families), beta, SizeRule{min_weight, forbids}, resolution)),
          partition(*built), x(partition.points().dimension()) {}

    static std::unique_ptr<Partition> build(const Points& points, SideInformation side, const Codes& labels,
                                            std::size_t n_clusters, const Prototypes& prototypes, double beta,
                                            SizeRule size_rule, double resolution) {
        nb::gil_scoped_release released;
        return std::make_unique<Partition>(points, side,
                                           std::vector<std::int32_t>(labels.data(), labels.data() + labels.size()),
                                           n_clusters, prototypes, CostSetting{beta, points.total_weight()},
                                           size_rule, resolution);
    }

    const double* row(std::size_t i) {
        partition.points().row(i, x.data());
        return x.data();
    }
};

nb::object labels_of(const PartitionHandle& h) {
    return labels_to_numpy(h.partition.labels());
}

nb::tuple cost_of(const PartitionHandle& h) {
    const CostTerms cost = h.partition.cost();
    return nb::make_tuple(cost.complexity, cost.accuracy, cost.consistency);
}

double change_of(PartitionHandle& h, std::size_t i, std::size_t c) {
    const double* x = h.row(i);
    return h.partition.change_leaving(i, x) + h.partition.change_entering(i, x, c);
}

DescentOptions descent_options(std::size_t max_passes, std::size_t block, std::size_t threads, const CancelFlag& cancel,
                               const nb::object& on_pass) {
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

nb::tuple descend_partition(PartitionHandle& h, std::size_t max_passes, std::size_t block, std::size_t threads,
                            CancelFlag& cancel, nb::object on_pass) {
    const DescentOptions options = descent_options(max_passes, block, threads, cancel, on_pass);
    const Descent result = unlocked([&] { return descend(h.partition, options); });
    return nb::make_tuple(result.passes, result.has_converged, result.trace);
}

nb::tuple search_partition(PartitionHandle& h, std::size_t max_passes, std::size_t block, std::size_t threads,
                           std::size_t max_clusters, const Vector& metric, CancelFlag& cancel, nb::object on_pass) {
    SearchOptions options;
    options.descent = descent_options(max_passes, block, threads, cancel, on_pass);
    options.max_clusters = max_clusters;
    options.metric = to_vector(metric);
    const Descent result = unlocked([&] { return search(h.partition, options); });
    return nb::make_tuple(result.passes, result.has_converged, result.trace);
}

nb::tuple summaries_of(const PartitionHandle& h) {
    const auto& clusters = h.partition.clusters();
    const std::size_t k = clusters.size(), d = h.partition.points().dimension();
    const std::size_t m = k ? clusters[0].summary().categories.counts().size() : 0;
    Doubles weights, means, scatters, counts, states;
    std::size_t widest = 0;
    for (const Cluster& cluster : clusters) {
        const Summary& s = cluster.summary();
        weights.push_back(s.weight);
        means.insert(means.end(), s.mean.begin(), s.mean.end());
        for (std::size_t i = 0; i < d; ++i)
            for (std::size_t j = 0; j < d; ++j) {
                const bool is_known = s.has_covariances && i != j;
                scatters.push_back(i == j ? s.square(j) : is_known ? s.scatter[std::max(i, j) * d + std::min(i, j)] : 0.0);
            }
        counts.insert(counts.end(), s.categories.counts().begin(), s.categories.counts().end());
        widest = std::max(widest, cluster.code().state().size());
    }
    for (const Cluster& cluster : clusters) {  // codes of several families side by side: padded with zeros
        Doubles state = cluster.code().state();
        state.resize(widest);
        states.insert(states.end(), state.begin(), state.end());
    }
    return nb::make_tuple(to_numpy(std::move(weights), {k}), to_numpy(std::move(means), {k, d}),
                          to_numpy(std::move(scatters), {k, d, d}), to_numpy(std::move(counts), {k, m}),
                          to_numpy(std::move(states), {k, widest}));
}

// For each cluster, the number of its prototype, and which of several shapes it has taken.
std::vector<std::pair<std::size_t, std::size_t>> families_of(const PartitionHandle& h) {
    std::vector<std::pair<std::size_t, std::size_t>> families;
    for (const Cluster& cluster : h.partition.clusters()) families.emplace_back(cluster.code().prototype, cluster.code().choice());
    return families;
}

std::vector<Doubles> rows_of(const Table& table) {
    std::vector<Doubles> rows;
    for (std::size_t i = 0; i < table.shape(0); ++i)
        rows.emplace_back(table.data() + i * table.shape(1), table.data() + (i + 1) * table.shape(1));
    return rows;
}

template <void (ClusterSet::*evaluate)(const Points&, std::size_t, double*) const>
nb::object evaluate_all(const ClusterSet& set, const PointsHandle& h, std::size_t threads) {
    const std::size_t n = h.points.size(), k = set.size();
    Doubles out(n * k);
    unlocked([&] { (set.*evaluate)(h.points, threads, out.data()); });
    return nb::cast(to_numpy(std::move(out), {n, k}));
}

nb::object cheapest_of(const ClusterSet& set, const PointsHandle& h, std::size_t threads) {
    return labels_to_numpy(unlocked([&] { return set.cheapest(h.points, threads); }));
}

}  // namespace

NB_MODULE(_core, module) {
    using nb::arg;
    module.doc() = "The compiled engine of cecib.";

    module.def(
        "column_statistics",
        [](const Matrix& matrix, const std::optional<Vector>& weights) {
            const MatrixView view = view_of(matrix);
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

    nb::class_<CodeHandle>(module, "Code");
    nb::class_<Prior>(module, "Prior")
        .def("__init__", [](Prior* self, double kappa, double nu, const Vector& mean, const Table& scale) {
                 new (self) Prior{kappa, nu, to_vector(mean), to_vector(scale)};
             },
             arg("kappa"), arg("nu"), arg("mean").noconvert(), arg("scale").noconvert());
    module.def("full_code", [](const Prior& prior) { return CodeHandle{full_prototype(prior)}; }, arg("prior"));
    module.def("fixed_mean_code", [](const Prior& prior) { return CodeHandle{fixed_mean_prototype(prior)}; }, arg("prior"));
    module.def("diagonal_code", [](const Prior& prior) { return CodeHandle{diagonal_prototype(prior)}; }, arg("prior"));
    module.def("spherical_code", [](const Prior& prior, const Vector& units) {
                   return CodeHandle{spherical_prototype(prior, to_vector(units))};
               },
               arg("prior"), arg("units").noconvert());
    module.def("fixed_code", [](const Prior& prior, const Table& covariance) {
                   return CodeHandle{fixed_prototype(prior, to_vector(covariance))};
               },
               arg("prior"), arg("covariance").noconvert());
    module.def("eigenvalues_code", [](const Vector& units, const Vector& values) {
                   return CodeHandle{eigenvalues_prototype(to_vector(units), to_vector(values))};
               },
               arg("units").noconvert(), arg("values").noconvert());
    module.def("auto_code", [](const Prior& prior, const Vector& units) {
                   return CodeHandle{auto_prototype(prior, to_vector(units))};
               },
               arg("prior"), arg("units").noconvert());

    module.def(
        "dependent_column",
        [](const PointsHandle& h, double resolution) {
            return unlocked([&] { return dependent_column(h.points, resolution); });
        },
        arg("points"), arg("resolution"));

    nb::class_<CancelFlag>(module, "CancelFlag")
        .def(nb::init<>())
        .def("set", [](CancelFlag& flag) { flag.is_set = true; });

    nb::class_<PartitionHandle>(module, "Partition")
        .def(nb::init<nb::object, Codes, std::size_t, const Codes&, std::size_t, const std::vector<CodeHandle*>&, double,
                      double, bool, double>(),
             arg("points"), arg("codes").noconvert(), arg("n_categories"), arg("labels").noconvert(), arg("n_clusters"),
             arg("families"), arg("beta"), arg("min_weight"), arg("forbids_small"), arg("resolution"))
        .def_prop_ro("labels", &labels_of)
        .def_prop_ro("n_clusters", [](const PartitionHandle& h) { return h.partition.n_clusters(); })
        .def("cost", &cost_of)
        .def("change", &change_of, arg("i"), arg("c"))
        .def("move", [](PartitionHandle& h, std::size_t i, std::size_t c) { return h.partition.move(i, h.row(i), c); },
             arg("i"), arg("c"))
        .def("refresh", [](PartitionHandle& h) { h.partition.refresh(); })
        .def("summaries", &summaries_of)
        .def("families", &families_of)
        .def("change_merging", [](const PartitionHandle& h, std::size_t a, std::size_t b) { return h.partition.change_merging(a, b); },
             arg("a"), arg("b"))
        .def("merge", [](PartitionHandle& h, std::size_t a, std::size_t b) { h.partition.merge(a, b); }, arg("a"), arg("b"))
        .def("descend", &descend_partition, arg("max_passes"), arg("block"), arg("threads"), arg("cancel"), arg("on_pass").none())
        .def("search", &search_partition, arg("max_passes"), arg("block"), arg("threads"), arg("max_clusters"), arg("metric").noconvert(),
             arg("cancel"), arg("on_pass").none());

    nb::class_<ClusterSet>(module, "ClusterSet")
        .def("__init__",
             [](ClusterSet* self, const std::vector<CodeHandle*>& families, const Table& states, const Vector& weights,
                const Table& counts, double beta) {
                 new (self) ClusterSet(prototypes_of(families), rows_of(states), to_vector(weights), rows_of(counts), beta);
             },
             arg("families"), arg("states").noconvert(), arg("weights").noconvert(), arg("counts").noconvert(), arg("beta"))
        .def("changes_with", &evaluate_all<&ClusterSet::changes_with>, arg("points"), arg("threads"))
        .def("cheapest", &cheapest_of, arg("points"), arg("threads"))
        .def("log_densities", &evaluate_all<&ClusterSet::log_densities>, arg("points"), arg("threads"));

    module.def(
        "spread_start",
        [](const PointsHandle& h, const Vector& metric, std::size_t k, std::size_t trials, const Vector& uniforms,
           std::size_t threads) {
            return labels_to_numpy(unlocked(
                [&] { return spread_start(h.points, to_vector(metric), k, trials, to_vector(uniforms), threads); }));
        },
        arg("points"), arg("metric").noconvert(), arg("k"), arg("trials"), arg("uniforms").noconvert(),
        arg("threads"));
    module.def(
        "nearest_centres",
        [](const PointsHandle& h, const Vector& metric, const Table& centres, std::size_t threads) {
            return labels_to_numpy(
                unlocked([&] { return nearest_centres(h.points, to_vector(metric), to_vector(centres), threads); }));
        },
        arg("points"), arg("metric").noconvert(), arg("centres").noconvert(), arg("threads"));
}
