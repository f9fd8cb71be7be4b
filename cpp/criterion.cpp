#include "criterion.hpp"

#include <cmath>

#include "special.hpp"

namespace cecib {

double Entropy::constant(double n) const { return 0.5 * d_ * (n * kLog2PiE - x_log_x(n)); }

double Entropy::constant_change(double n, double w) const {
    return 0.5 * d_ * (w * kLog2PiE - x_log_x_change(n, w));
}

Evidence::Evidence(int dimension, const Prior& prior, double log_determinant_of_scale)
    : d_(dimension), kappa_(prior.kappa), nu_(prior.nu),
      offset_(log_gamma_multivariate(0.5 * prior.nu, dimension) - 0.5 * prior.nu * log_determinant_of_scale) {}

double Evidence::constant(double n) const {
    return 0.5 * d_ * (n * kLogPi + std::log1p(n / kappa_)) + offset_ - log_gamma_multivariate(0.5 * (nu_ + n), d_);
}

double Evidence::constant_change(double n, double w) const {
    return 0.5 * d_ * (w * kLogPi + std::log1p(w / (kappa_ + n))) - log_gamma_multivariate_change(nu_ + n, w, d_);
}

}  // namespace cecib
