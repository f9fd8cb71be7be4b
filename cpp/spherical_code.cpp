#include "spherical_code.hpp"

#include <algorithm>
#include <cmath>

#include "singularity.hpp"
#include "special.hpp"
#include "tile_kernels.hpp"

namespace cecib {

SphericalCode::SphericalCode(std::shared_ptr<const Criterion> criterion, bool has_prior, Spread spread, double sum_of_weights,
                             double per_point)
    : criterion_(std::move(criterion)), has_prior_(has_prior), spread_(std::move(spread)), sum_of_weights_(sum_of_weights),
      per_point_(per_point) {}

void SphericalCode::refresh_cache() {
    log_total_ = std::log(spread_.total());
    add_one_ = step(1.0);
    remove_one_ = step(-1.0);
}

double SphericalCode::rebuild(const Summary& summary) {
    spread_.rebuild(summary);
    refresh_cache();
    return has_prior_ || spread_.total() > kNegligible * summary.weight * sum_of_weights_ ? 1.0 : 0.0;
}

bool SphericalCode::rebuild_from_root(const Summary& summary, std::vector<double>, double resolution) {
    spread_.rebuild(summary);  // the scatter has been made from the root: it is exact
    if (!has_prior_ && !(spread_.total() > resolution * resolution * summary.weight * sum_of_weights_)) return false;
    refresh_cache();
    return true;
}

double SphericalCode::length() const {
    return criterion_->constant(spread_.size()) + criterion_->slope(spread_.size()) * log_total_;
}

SphericalCode::Step SphericalCode::step(double w) const {
    const double n = spread_.size(), slope = criterion_->slope(n + w);
    const double constant = criterion_->constant_change(n, w) + (slope - criterion_->slope(n)) * log_total_;
    return {constant, slope, spread_.factor(w) / spread_.total()};
}

double SphericalCode::change_with(const double* x, double w) const {
    const Step s = w == 1.0 ? add_one_ : step(w);
    return s.constant + s.slope * std::log1p(s.factor * spread_.distance(x));
}

double SphericalCode::change_without(const double* x, double w) const {
    if (spread_.size() - w <= kNothing * spread_.size()) return -length();
    const Step s = w == 1.0 ? remove_one_ : step(-w);
    const double z = s.factor * spread_.distance(x);
    if (!(1.0 + z > kSuspiciousShare)) return std::numeric_limits<double>::quiet_NaN();
    return s.constant + s.slope * std::log1p(z);
}

void SphericalCode::tile_changes(const Tile& tile, double* out) const {
    alignas(64) double q[kLanes];
    spread_.tile_distances(tile.features, q);
    if (tile.has_unit_weights) {
        tile_log_changes(add_one_.constant, add_one_.slope, add_one_.factor, q, out);
        for (std::size_t m = 0; m < tile.n_members; ++m) out[tile.members[m]] = change_at(q[tile.members[m]], -1.0);
    } else {
        for (std::size_t p = 0; p < kLanes; ++p) out[p] = change_at(q[p], tile.is_member[p] ? -tile.weights[p] : tile.weights[p]);
    }
}

double SphericalCode::change_at(double distance, double w) const {
    if (spread_.size() + w <= kNothing * spread_.size()) return -length();
    const Step s = w == -1.0 ? remove_one_ : step(w);
    return s.constant + s.slope * std::log1p(std::max(s.factor * distance, kSuspiciousShare - 1.0));
}

void SphericalCode::add(const double* x, double w) {
    spread_.shift(x, w);
    refresh_cache();
}

void SphericalCode::remove(const double* x, double w) {
    spread_.shift(x, -w);
    refresh_cache();
}

void SphericalCode::restore(const std::vector<double>& flat) {
    spread_.restore(flat);
    refresh_cache();
}

double SphericalCode::log_density(const double* x) const {
    if (has_prior_) return -change_with(x, 1.0);  // the posterior predictive, a Student t
    const double d = static_cast<double>(spread_.dimension());
    const double variance = spread_.total() / (spread_.size() * d);
    return -0.5 * (d * (kLog2Pi + std::log(variance)) + spread_.distance(x) / variance) - per_point_;
}

}  // namespace cecib
