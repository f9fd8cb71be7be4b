#include "cluster_set.hpp"

#include <algorithm>
#include <numeric>

#include "tiles.hpp"

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

template <typename Take>
void ClusterSet::judge(const Points& points, std::size_t threads, const Take& take) const {
    Team team(threads);
    for_each_tile(points, team, [&](std::size_t, std::size_t first, std::size_t count, const double* features) {
        alignas(64) double weights[kLanes], changes[kLanes];
        std::int32_t categories[kLanes];
        bool is_member[kLanes] = {};
        std::fill(weights, weights + kLanes, 1.0);
        std::fill(categories, categories + kLanes, kUnlabelled);
        const Tile tile{features, weights, true, is_member, nullptr, 0};
        for (std::size_t c = 0; c < clusters_.size(); ++c) {
            const double usual = clusters_[c].tile_changes(tile, TileLabels{categories, nullptr, 0}, changes);
            for (std::size_t p = 0; p < count; ++p) take(first + p, c, changes[p] + usual);
        }
    });
}

void ClusterSet::changes_with(const Points& points, std::size_t threads, double* out) const {
    judge(points, threads, [&](std::size_t i, std::size_t c, double change) { out[i * clusters_.size() + c] = change; });
}

std::vector<std::int32_t> ClusterSet::cheapest(const Points& points, std::size_t threads) const {
    std::vector<std::int32_t> labels(points.size(), 0);
    std::vector<double> least(points.size(), kImpossible);
    judge(points, threads, [&](std::size_t i, std::size_t c, double change) {
        if (change >= least[i]) return;
        least[i] = change;
        labels[i] = static_cast<std::int32_t>(c);
    });
    return labels;
}

void ClusterSet::log_densities(const Points& points, std::size_t, double* out) const {
    const std::size_t n = points.size(), k = clusters_.size();
    std::vector<double> x(points.dimension());
    for (std::size_t i = 0; i < n; ++i) {
        points.row(i, x.data());
        for (std::size_t c = 0; c < k; ++c) out[i * k + c] = clusters_[c].code().log_density(x.data());
    }
}

}  // namespace cecib
