#include "fixed_code.hpp"

#include <cmath>

#include "singularity.hpp"
#include "special.hpp"

namespace cecib {

FixedCode::FixedCode(Spread spread, double kappa, double log_determinant)
    : spread_(std::move(spread)), kappa_(kappa), d_(static_cast<double>(spread_.dimension())),
      per_point_(0.5 * (d_ * kLog2Pi + log_determinant)) {}

double FixedCode::rebuild(const Summary& summary) {
    spread_.rebuild(summary);
    return 1.0;
}

bool FixedCode::rebuild_from_root(const Summary& summary, std::vector<double>, double) {
    spread_.rebuild(summary);
    return true;
}

double FixedCode::length() const {
    const double n = spread_.size(), place = kappa_ > 0.0 ? 0.5 * d_ * std::log1p(n / kappa_) : 0.0;
    return n * per_point_ + place + 0.5 * spread_.total();
}

double FixedCode::change(double distance, double w) const {
    const double n = spread_.size();
    if (n + w <= kNothing * n) return -length();
    const double place = kappa_ > 0.0 ? 0.5 * d_ * std::log1p(w / spread_.kappa()) : 0.0;
    return w * per_point_ + place + 0.5 * spread_.factor(w) * distance;
}

void FixedCode::tile_changes(const Tile& tile, double* out) const {
    spread_.tile_distances(tile.features, out);
    const double with_one = change(0.0, 1.0), factor_with = 0.5 * spread_.factor(1.0);
    for (std::size_t p = 0; p < kLanes; ++p) {
        if (tile.weights[p] == 1.0 && !tile.is_member[p])
            out[p] = with_one + factor_with * out[p];
        else
            out[p] = change(out[p], tile.is_member[p] ? -tile.weights[p] : tile.weights[p]);
    }
}

double FixedCode::log_density(const double* x) const {
    if (kappa_ > 0.0) return -change_with(x, 1.0);  // the posterior predictive, a wider Gaussian
    return -per_point_ - 0.5 * spread_.distance(x);
}

}  // namespace cecib
