#include "cluster_set.hpp"

#include <algorithm>
#include <numeric>

namespace cecib {

ClusterSet::ClusterSet(const std::vector<const GaussianCode*>& prototypes, const std::vector<std::vector<double>>& states,
                       const std::vector<double>& weights, const std::vector<std::vector<double>>& category_counts,
                       double beta) {
    const CostSetting setting{beta, std::accumulate(weights.begin(), weights.end(), 0.0)};
    for (std::size_t c = 0; c < states.size(); ++c) {
        Summary summary(0, 0);
        summary.weight = weights[c];
        summary.categories = CategoryCounts(category_counts[c]);
        std::unique_ptr<GaussianCode> code = prototypes[c]->clone();
        std::vector<double> state = states[c];
        state.resize(code->state().size());
        code->restore(state);
        clusters_.emplace_back(std::move(summary), std::move(code), setting);
    }
}

void ClusterSet::changes_with(const Points& points, double* out) const {
    const std::size_t n = points.size(), k = clusters_.size();
    std::vector<double> features(points.dimension() * kLanes);
    alignas(64) double weights[kLanes], changes[kLanes];
    std::int32_t categories[kLanes];
    std::uint32_t rows[kLanes];
    bool is_member[kLanes] = {};
    std::fill(weights, weights + kLanes, 1.0);
    std::fill(categories, categories + kLanes, kUnlabelled);
    for (std::size_t first = 0; first < n; first += kLanes) {
        const std::size_t count = std::min(kLanes, n - first);
        for (std::size_t p = 0; p < count; ++p) rows[p] = static_cast<std::uint32_t>(first + p);
        points.tile(rows, count, features.data());
        const Tile tile{features.data(), weights, true, is_member, nullptr, 0};
        for (std::size_t c = 0; c < k; ++c) {
            const double usual = clusters_[c].tile_changes(tile, TileLabels{categories, nullptr, 0}, changes);
            for (std::size_t p = 0; p < count; ++p) out[(first + p) * k + c] = changes[p] + usual;
        }
    }
}

void ClusterSet::log_densities(const Points& points, double* out) const {
    const std::size_t n = points.size(), k = clusters_.size();
    std::vector<double> x(points.dimension());
    for (std::size_t i = 0; i < n; ++i) {
        points.row(i, x.data());
        for (std::size_t c = 0; c < k; ++c) out[i * k + c] = clusters_[c].code().log_density(x.data());
    }
}

}  // namespace cecib
