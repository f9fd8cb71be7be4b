#include "data/exact_root.hpp"

#include <cmath>

#include "numerics/triangular.hpp"

namespace cecib {

RootedSummary rooted_summary(const Points& points, const std::int32_t* categories,
                             const std::vector<std::int32_t>& labels, std::int32_t label, std::size_t except,
                             const std::vector<double>& centre, Summary empty) {
    const std::size_t d = points.dimension();
    RootedSummary result{std::move(empty), {}};
    Summary& summary = result.summary;
    std::vector<double>& root = result.root;
    root.assign(summary.has_covariances ? d * d : 0, 0.0);
    std::vector<double> x(d), sum(d, 0.0);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] != label || i == except) continue;
        const double w = points.weight(i);
        points.row(i, x.data());
        for (std::size_t j = 0; j < d; ++j) sum[j] += w * (x[j] - centre[j]);
        summary.weight += w;
        summary.categories.add(categories[i], w);
    }
    summary.categories.settle();
    for (std::size_t j = 0; j < d; ++j) summary.mean[j] = centre[j] + sum[j] / summary.weight;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] != label || i == except) continue;
        const double root_weight = std::sqrt(points.weight(i));
        points.row(i, x.data());
        for (std::size_t j = 0; j < d; ++j) x[j] = root_weight * (x[j] - summary.mean[j]);
        if (summary.has_covariances)
            append_row(root, x.data(), d);
        else
            summary.add_outer(x.data(), 1.0);
    }
    for (std::size_t j = 0; summary.has_covariances && j < d; ++j)
        for (std::size_t k = 0; k <= j; ++k) {
            double value = 0.0;
            for (std::size_t r = 0; r <= k; ++r) value += root[r * d + j] * root[r * d + k];
            summary.scatter[j * d + k] = value;
        }
    return result;
}

std::size_t dependent_column(const Points& points, double resolution) {
    const std::size_t d = points.dimension();
    std::vector<double> x(d), mean(d, 0.0), root(d * d, 0.0);
    const double total = points.total_weight();
    for (std::size_t i = 0; i < points.size(); ++i) {
        points.row(i, x.data());
        for (std::size_t j = 0; j < d; ++j) mean[j] += points.weight(i) / total * x[j];
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        points.row(i, x.data());
        for (std::size_t j = 0; j < d; ++j) x[j] = std::sqrt(points.weight(i)) * (x[j] - mean[j]);
        append_row(root, x.data(), d);
    }
    return dependent_column(root, total, resolution, d);
}

}  // namespace cecib
