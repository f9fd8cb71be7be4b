#include "codes/length_law.hpp"

#include <cmath>

#include "numerics/special_functions.hpp"

namespace cecib {

namespace {

double log_gamma(double a) { return log_gamma_multivariate(a, 1); }

}  // namespace

double FullEntropy::constant(double n) const { return 0.5 * d_ * (n * kLog2PiE - x_log_x(n)); }

double FullEntropy::constant_change(double n, double w) const {
    return 0.5 * d_ * (w * kLog2PiE - x_log_x_change(n, w));
}

FullEvidence::FullEvidence(std::size_t dimension, double kappa, double nu, double log_determinant_of_scale,
                           bool knows_mean)
    : d_(static_cast<int>(dimension)), kappa_(kappa), nu_(nu),
      offset_(log_gamma_multivariate(0.5 * nu, d_) - 0.5 * nu * log_determinant_of_scale), knows_mean_(knows_mean) {}

double FullEvidence::constant(double n) const {
    const double place = knows_mean_ ? 0.0 : std::log1p(n / kappa_);
    return 0.5 * d_ * (n * kLogPi + place) + offset_ - log_gamma_multivariate(0.5 * (nu_ + n), d_);
}

double FullEvidence::constant_change(double n, double w) const {
    const double place = knows_mean_ ? 0.0 : std::log1p(w / (kappa_ + n));
    return 0.5 * d_ * (w * kLogPi + place) - log_gamma_multivariate_change(nu_ + n, w, d_);
}

DiagonalEvidence::DiagonalEvidence(std::size_t dimension, double kappa, double nu, double sum_of_log_scales)
    : d_(static_cast<double>(dimension)), kappa_(kappa), nu_(nu),
      offset_(d_ * log_gamma(0.5 * nu) - 0.5 * nu * sum_of_log_scales) {}

double DiagonalEvidence::constant(double n) const {
    return 0.5 * d_ * (n * kLogPi + std::log1p(n / kappa_)) + offset_ - d_ * log_gamma(0.5 * (nu_ + n));
}

double DiagonalEvidence::constant_change(double n, double w) const {
    return d_ * (0.5 * (w * kLogPi + std::log1p(w / (kappa_ + n))) - log_gamma_ratio(0.5 * (nu_ + n), 0.5 * w));
}

SphericalEntropy::SphericalEntropy(std::size_t dimension, double per_point)
    : d_(static_cast<double>(dimension)), per_point_(per_point + 0.5 * d_ * (kLog2PiE - std::log(d_))) {}

double SphericalEntropy::constant(double n) const { return n * per_point_ - 0.5 * d_ * x_log_x(n); }

double SphericalEntropy::constant_change(double n, double w) const {
    return w * per_point_ - 0.5 * d_ * x_log_x_change(n, w);
}

SphericalEvidence::SphericalEvidence(std::size_t dimension, double kappa, double nu, double log_of_trace,
                                     double per_point)
    : d_(static_cast<double>(dimension)), kappa_(kappa), nu_(nu),
      offset_(log_gamma(0.5 * nu) - 0.5 * nu * log_of_trace), per_point_(per_point + 0.5 * d_ * kLogPi) {}

double SphericalEvidence::constant(double n) const {
    return n * per_point_ + 0.5 * d_ * std::log1p(n / kappa_) + offset_ - log_gamma(0.5 * (nu_ + n * d_));
}

double SphericalEvidence::constant_change(double n, double w) const {
    return w * per_point_ + 0.5 * d_ * std::log1p(w / (kappa_ + n)) -
           log_gamma_ratio(0.5 * (nu_ + n * d_), 0.5 * w * d_);
}

}  // namespace cecib
