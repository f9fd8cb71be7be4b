#include "search/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "data/tile_kernels.hpp"
#include "data/tiles.hpp"

namespace cecib {

namespace {

void check_kind(const Summary& one, const Summary& other) {
    if (one.dimension() != other.dimension() || one.has_covariances != other.has_covariances ||
        one.categories.counts().size() != other.categories.counts().size())
        throw std::invalid_argument("summaries differ in their features, their scatters or their categories");
}

bool is_finite(double value) { return std::isfinite(value); }

// Points of a tile that belong to no cluster yet, each of weight 1.
class Loose {
public:
    Loose(const std::int32_t* categories, std::size_t count) {
        std::fill(weights_, weights_ + kLanes, 1.0);
        std::fill(categories_, categories_ + kLanes, kUnlabelled);
        for (std::size_t p = 0; categories && p < count; ++p) {
            categories_[p] = categories[p];
            if (categories[p] != kUnlabelled) labelled_[n_labelled_++] = static_cast<std::uint8_t>(p);
        }
    }

    Tile tile(const double* features) const { return {features, weights_, true, is_member_, nullptr, 0}; }
    TileLabels labels() const { return {categories_, labelled_, n_labelled_}; }

private:
    alignas(64) double weights_[kLanes];
    std::int32_t categories_[kLanes];
    std::uint8_t labelled_[kLanes];
    bool is_member_[kLanes] = {};
    std::size_t n_labelled_ = 0;
};

}  // namespace

Clusters::Clusters(const Prototypes& prototypes, std::vector<Summary> summaries,
                   const std::vector<std::vector<double>>& states, std::shared_ptr<const LabelCode> label_code) {
    if (prototypes.size() != summaries.size() || (!states.empty() && states.size() != summaries.size()))
        throw std::invalid_argument("each cluster needs one family, one summary and one state");
    for (const Summary& summary : summaries) check_kind(summaries.front(), summary);
    CostSetting setting{std::move(label_code), 0.0};
    for (const Summary& summary : summaries) setting.total_weight += summary.weight;
    for (std::size_t c = 0; c < summaries.size(); ++c) {
        std::unique_ptr<GaussianCode> code = prototypes[c]->clone();
        if (code->needs_covariances() && !summaries[c].has_covariances)
            throw std::invalid_argument("this family needs the covariances of its clusters");
        const auto first = std::find(prototypes.begin(), prototypes.end(), prototypes[c]);
        code->prototype = static_cast<std::size_t>(first - prototypes.begin());
        if (states.empty()) {
            code->rebuild(summaries[c]);
        } else {
            std::vector<double> state = states[c];
            const std::size_t size = code->state().size();
            if (state.size() < size || !std::all_of(state.begin(), state.end(), is_finite))
                throw std::invalid_argument("the state of a cluster must be finite, and have all of its numbers");
            state.resize(size);
            code->restore(state);
        }
        clusters_.emplace_back(std::move(summaries[c]), std::move(code), setting);
    }
}

void Clusters::changes_with(const Points& points, const std::int32_t* categories, std::size_t threads, double* out,
                            const Listen& listen) const {
    Team team(threads, listen);
    for_each_tile(points, team, [&](std::size_t, std::size_t first, std::size_t count, const double* features) {
        const Loose loose(categories ? categories + first : nullptr, count);
        alignas(64) double changes[kLanes];
        for (std::size_t c = 0; c < clusters_.size(); ++c) {
            const double usual = clusters_[c].tile_changes(loose.tile(features), loose.labels(), changes);
            for (std::size_t p = 0; p < count; ++p) out[(first + p) * clusters_.size() + c] = changes[p] + usual;
        }
    });
}

template <typename Take>
void Clusters::choose(const Points& points, const std::int32_t* categories, std::size_t threads, const Listen& listen,
                      const Take& take) const {
    Team team(threads, listen);
    for_each_tile(points, team, [&](std::size_t, std::size_t first, std::size_t count, const double* features) {
        const Loose loose(categories ? categories + first : nullptr, count);
        alignas(64) double changes[kLanes], least[kLanes], next[kLanes], which[kLanes] = {};
        std::fill(least, least + kLanes, kImpossible);
        std::fill(next, next + kLanes, kImpossible);
        for (std::size_t c = 0; c < clusters_.size(); ++c) {
            const double usual = clusters_[c].tile_changes(loose.tile(features), loose.labels(), changes);
            keep_two_least(changes, usual, static_cast<double>(c), least, next, which);
        }
        take(first, count, which, least, next);
    });
}

std::vector<std::int32_t> Clusters::cheapest(const Points& points, std::size_t threads, const Listen& listen) const {
    std::vector<std::int32_t> labels(points.size());
    choose(points, nullptr, threads, listen,
           [&](std::size_t first, std::size_t count, const double* which, const double*, const double*) {
               std::copy(which, which + count, labels.begin() + static_cast<std::ptrdiff_t>(first));
           });
    return labels;
}

Clusters::Choices Clusters::choices(const Points& points, const std::int32_t* categories, std::size_t threads,
                                    const Listen& listen) const {
    const std::size_t n = points.size();
    Choices chosen{std::vector<std::int32_t>(n), std::vector<double>(n), std::vector<double>(n)};
    choose(points, categories, threads, listen,
           [&](std::size_t first, std::size_t count, const double* which, const double* least, const double* next) {
               const auto at = static_cast<std::ptrdiff_t>(first);
               std::copy(which, which + count, chosen.labels.begin() + at);
               std::copy(least, least + count, chosen.least.begin() + at);
               std::copy(next, next + count, chosen.next.begin() + at);
           });
    return chosen;
}

void Clusters::log_densities(const Points& points, std::size_t threads, double* out, const Listen& listen) const {
    const std::size_t n = points.size(), k = clusters_.size();
    Team team(threads, listen);
    team.run(tile_jobs(points), [&](std::size_t job) {
        std::vector<double> x(points.dimension());
        for (std::size_t i = job * kRowsPerJob; i < std::min(n, (job + 1) * kRowsPerJob); ++i) {
            points.row(i, x.data());
            for (std::size_t c = 0; c < k; ++c) out[i * k + c] = clusters_[c].code().log_density(x.data());
        }
    });
}

double Clusters::change_merging(std::size_t a, std::size_t b) const {
    const Cluster &one = clusters_[a], &other = clusters_[b];
    return cost_merged(one, other) - one.cost().total() - other.cost().total();
}

bool Clusters::merge(std::size_t a, std::size_t b) {
    std::optional<Cluster> both = merged(clusters_[a], clusters_[b]);
    if (!both) return false;
    clusters_[a] = std::move(*both);
    clusters_.erase(clusters_.begin() + static_cast<std::ptrdiff_t>(b));
    return true;
}

void Clusters::absorb(const std::vector<Summary>& more) {
    if (more.size() != clusters_.size()) throw std::invalid_argument("each cluster needs one summary");
    for (const Summary& summary : more) check_kind(clusters_.front().summary(), summary);
    CostSetting setting = clusters_.front().setting();
    for (const Summary& summary : more) setting.total_weight += summary.weight;
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
        Summary summary = clusters_[c].summary();
        summary.merge(more[c]);
        std::unique_ptr<GaussianCode> code = clusters_[c].code().clone();
        if (more[c].weight > 0.0) code->rebuild(summary);
        clusters_[c] = Cluster(std::move(summary), std::move(code), setting);
    }
}

bool Clusters::split_off(std::size_t c, const Summary& part) {
    Summary rest = clusters_[c].summary();
    check_kind(rest, part);
    rest.separate(part);
    std::unique_ptr<GaussianCode> kept = clusters_[c].code().clone(), own = clusters_[c].code().clone();
    if (!(rest.weight > 0.0) || !(kept->rebuild(rest) > 0.0) || !(own->rebuild(part) > 0.0)) return false;
    const CostSetting setting = clusters_[c].setting();
    clusters_[c] = Cluster(std::move(rest), std::move(kept), setting);
    clusters_.emplace_back(part, std::move(own), setting);
    return true;
}

}  // namespace cecib
