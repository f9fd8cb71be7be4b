#include "codes/fixed_code.hpp"

#include <cmath>

#include "codes/singularity.hpp"
#include "numerics/special_functions.hpp"
#include "numerics/triangular.hpp"

namespace cecib {

FixedCode::FixedCode(std::shared_ptr<const Criterion> criterion, const std::vector<double>& covariance)
    : criterion_(std::move(criterion)),
      dispersion_(std::make_shared<Metric>(inverse_metric(covariance, criterion_->dimension())), criterion_->place(),
                  0.0),
      per_point_(0.5 * (static_cast<double>(criterion_->dimension()) * kLog2Pi +
                        log_determinant(covariance, criterion_->dimension()))) {}

double FixedCode::rebuild(const Summary& summary) {
    dispersion_.rebuild(summary);
    return 1.0;
}

bool FixedCode::rebuild_from_root(const Summary& summary, std::vector<double>, double) {
    dispersion_.rebuild(summary);
    return true;
}

double FixedCode::length() const {
    const double n = dispersion_.size();
    return n * per_point_ + criterion_->place_length(n) + 0.5 * dispersion_.total();
}

double FixedCode::change(double distance, double w) const {
    const double n = dispersion_.size();
    if (n + w <= kNothing * n) return -length();
    return w * per_point_ + criterion_->place_change(dispersion_.certainty(), w) +
           0.5 * dispersion_.factor(w) * distance;
}

void FixedCode::tile_changes(const Tile& tile, double* out) const {
    dispersion_.tile_distances(tile.features, out);
    const double with_one = change(0.0, 1.0), factor_with = 0.5 * dispersion_.factor(1.0);
    for (std::size_t p = 0; p < kLanes; ++p) {
        if (tile.weights[p] == 1.0 && !tile.is_member[p])
            out[p] = with_one + factor_with * out[p];
        else
            out[p] = change(out[p], tile.is_member[p] ? -tile.weights[p] : tile.weights[p]);
    }
}

double FixedCode::log_density(const double* x) const {
    if (criterion_->predicts()) return -change_with(x, 1.0);  // the posterior predictive, a wider Gaussian
    return -per_point_ - 0.5 * dispersion_.distance(x);
}

}  // namespace cecib
