#include "codes/auto_code.hpp"

#include <algorithm>
#include <cmath>

#include "codes/singularity.hpp"

namespace cecib {

AutoCode::AutoCode(std::vector<Candidate> candidates)
    : candidates_(std::move(candidates)), excess_(candidates_.size(), 0.0) {}

AutoCode::AutoCode(const AutoCode& other)
    : GaussianCode(other), n_(other.n_), least_(other.least_), excess_(other.excess_), choice_(other.choice_) {
    for (const Candidate& candidate : other.candidates_)
        candidates_.push_back({candidate.code->clone(), candidate.charge});
}

void AutoCode::choose() {
    least_ = kImpossible;
    const double log_n = std::log(n_);
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        excess_[c] = candidates_[c].code->length() + candidates_[c].charge * log_n;
        if (excess_[c] < least_) {
            least_ = excess_[c];
            choice_ = c;
        }
    }
    for (double& excess : excess_) excess -= least_;
}

double AutoCode::rebuild(const Summary& summary) {
    double smallest = 1.0;
    n_ = summary.weight;
    for (Candidate& candidate : candidates_) smallest = std::min(smallest, candidate.code->rebuild(summary));
    if (smallest > 0.0) choose();
    return smallest;
}

bool AutoCode::rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) {
    n_ = summary.weight;
    for (Candidate& candidate : candidates_)
        if (!candidate.code->rebuild_from_root(summary, root, resolution)) return false;
    choose();
    return true;
}

double AutoCode::change_with(const double* x, double w) const {
    const double growth = std::log1p(w / n_);
    double least = kImpossible;
    for (std::size_t c = 0; c < candidates_.size(); ++c)
        least = std::min(least, excess_[c] + candidates_[c].code->change_with(x, w) + candidates_[c].charge * growth);
    return least;
}

std::optional<double> AutoCode::change_without(const double* x, double w) const {
    if (n_ - w <= kNothing * n_) return -length();
    const double growth = std::log1p(-w / n_);
    double least = kImpossible;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        const std::optional<double> change = candidates_[c].code->change_without(x, w);
        if (!change) return std::nullopt;
        least = std::min(least, excess_[c] + *change + candidates_[c].charge * growth);
    }
    return least;
}

void AutoCode::tile_changes(const Tile& tile, double* out) const {
    alignas(64) double changes[kLanes], growth[kLanes];
    for (std::size_t p = 0; p < kLanes; ++p) {
        const double w = tile.is_member[p] ? -tile.weights[p] : tile.weights[p];
        growth[p] = w > -n_ ? std::log1p(w / n_) : 0.0;
        out[p] = kImpossible;
    }
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        candidates_[c].code->tile_changes(tile, changes);
        for (std::size_t p = 0; p < kLanes; ++p)
            out[p] = std::min(out[p], excess_[c] + changes[p] + candidates_[c].charge * growth[p]);
    }
    for (std::size_t p = 0; p < kLanes; ++p)
        if (tile.is_member[p] && n_ - tile.weights[p] <= kNothing * n_) out[p] = -length();
}

void AutoCode::add(const double* x, double w) {
    for (Candidate& candidate : candidates_) candidate.code->add(x, w);
    n_ += w;
    choose();
}

void AutoCode::remove(const double* x, double w) {
    for (Candidate& candidate : candidates_) candidate.code->remove(x, w);
    n_ -= w;
    choose();
}

std::vector<double> AutoCode::state() const {
    std::vector<double> flat{n_};
    for (const Candidate& candidate : candidates_) {
        const std::vector<double> part = candidate.code->state();
        flat.insert(flat.end(), part.begin(), part.end());
    }
    return flat;
}

void AutoCode::restore(const std::vector<double>& flat) {
    n_ = flat[0];
    auto from = flat.begin() + 1;
    for (Candidate& candidate : candidates_) {
        const auto to = from + static_cast<std::ptrdiff_t>(candidate.code->state().size());
        candidate.code->restore(std::vector<double>(from, to));
        from = to;
    }
    choose();
}

}  // namespace cecib
