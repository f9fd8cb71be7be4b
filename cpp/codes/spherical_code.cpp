#include "codes/spherical_code.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "codes/singularity.hpp"
#include "data/tile_kernels.hpp"
#include "numerics/special_functions.hpp"

namespace cecib {

namespace {

std::vector<double> squares_of(std::vector<double> units) {
    for (double& unit : units) unit *= unit;
    return units;
}

double volume_per_point(const std::vector<double>& units) {
    double sum = 0.0;
    for (double unit : units) sum -= std::log(unit);
    return sum;
}

double trace_of_cell(const Criterion& criterion, const std::vector<double>& weights) {
    double sum = 0.0;
    for (std::size_t j = 0; j < weights.size(); ++j) sum += weights[j] * criterion.cell(j);
    return sum;
}

}  // namespace

SphericalCode::SphericalCode(std::shared_ptr<const Criterion> criterion, const std::vector<double>& units)
    : criterion_(std::move(criterion)), weights_(squares_of(units)),
      sum_of_weights_(std::accumulate(weights_.begin(), weights_.end(), 0.0)), per_point_(volume_per_point(units)),
      law_(criterion_->spherical_law(weights_, per_point_)),
      dispersion_(std::make_shared<Metric>(diagonal_metric(weights_)), criterion_->place(),
                  criterion_->spherical_trace(weights_), trace_of_cell(*criterion_, weights_)) {}

void SphericalCode::refresh_cache() {
    log_total_ = std::log(dispersion_.total());
    add_one_ = step(1.0);
    remove_one_ = step(-1.0);
}

double SphericalCode::rebuild(const Summary& summary) {
    dispersion_.rebuild(summary);
    refresh_cache();
    return criterion_->allows_flat() || dispersion_.total() > kNegligible * summary.weight * sum_of_weights_ ? 1.0
                                                                                                             : 0.0;
}

bool SphericalCode::rebuild_from_root(const Summary& summary, std::vector<double>, double resolution) {
    dispersion_.rebuild(summary);  // the scatter has been made from the root: it is exact
    if (!criterion_->allows_flat() &&
        !(dispersion_.total() > resolution * resolution * summary.weight * sum_of_weights_))
        return false;
    refresh_cache();
    return true;
}

double SphericalCode::length() const {
    return law_->constant(dispersion_.size()) + law_->slope(dispersion_.size()) * log_total_;
}

SphericalCode::Step SphericalCode::step(double w) const {
    const double n = dispersion_.size(), slope = law_->slope(n + w);
    const double growth = w * dispersion_.cell() / dispersion_.total();
    const double constant =
        law_->constant_change(n, w) + (slope - law_->slope(n)) * log_total_ + slope * std::log1p(growth);
    return {constant, slope, dispersion_.factor(w) / (dispersion_.total() * (1.0 + growth))};
}

double SphericalCode::change_with(const double* x, double w) const {
    const Step s = w == 1.0 ? add_one_ : step(w);
    return s.constant + s.slope * std::log1p(s.factor * dispersion_.distance(x));
}

std::optional<double> SphericalCode::change_without(const double* x, double w) const {
    if (dispersion_.size() - w <= kNothing * dispersion_.size()) return -length();
    const Step s = w == 1.0 ? remove_one_ : step(-w);
    const double z = s.factor * dispersion_.distance(x);
    if (!(1.0 + z > kSuspiciousShare)) return std::nullopt;
    return s.constant + s.slope * std::log1p(z);
}

void SphericalCode::tile_changes(const Tile& tile, double* out) const {
    alignas(64) double q[kLanes];
    dispersion_.tile_distances(tile.features, q);
    if (tile.has_unit_weights) {
        tile_log_changes(add_one_.constant, add_one_.slope, add_one_.factor, q, out);
        for (std::size_t m = 0; m < tile.n_members; ++m) out[tile.members[m]] = change_at(q[tile.members[m]], -1.0);
    } else {
        for (std::size_t p = 0; p < kLanes; ++p)
            out[p] = change_at(q[p], tile.is_member[p] ? -tile.weights[p] : tile.weights[p]);
    }
}

double SphericalCode::change_at(double distance, double w) const {
    if (dispersion_.size() + w <= kNothing * dispersion_.size()) return -length();
    const Step s = w == -1.0 ? remove_one_ : step(w);
    return s.constant + s.slope * std::log1p(std::max(s.factor * distance, kSuspiciousShare - 1.0));
}

void SphericalCode::add(const double* x, double w) {
    dispersion_.shift(x, w);
    refresh_cache();
}

void SphericalCode::remove(const double* x, double w) {
    dispersion_.shift(x, -w);
    refresh_cache();
}

void SphericalCode::restore(const std::vector<double>& flat) {
    dispersion_.restore(flat);
    refresh_cache();
}

double SphericalCode::log_density(const double* x) const {
    if (criterion_->predicts()) return -change_with(x, 1.0);  // the posterior predictive, a Student t
    const double d = static_cast<double>(dispersion_.dimension());
    const double variance = dispersion_.total() / (dispersion_.size() * d);
    return -0.5 * (d * (kLog2Pi + std::log(variance)) + dispersion_.distance(x) / variance) - per_point_;
}

}  // namespace cecib
