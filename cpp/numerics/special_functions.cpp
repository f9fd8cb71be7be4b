#include "numerics/special_functions.hpp"

#include <cmath>

namespace cecib {

double x_log_x(double x) { return x > 0.0 ? x * std::log(x) : 0.0; }

double x_log_x_change(double n, double w) {
    if (n <= 0.0 || n + w <= 0.5 * n) return x_log_x(n + w) - x_log_x(n);  // log1p near −1 has no digits left
    return w * std::log(n + w) + n * std::log1p(w / n);
}

namespace {

constexpr double kStirlingFrom = 12.0;

// The correction of Stirling's formula, ln Γ(a) = (a − ½) ln a − a + ½ ln 2π + correction(a).
double stirling_correction(double a) {
    const double r = 1.0 / a, r2 = r * r;
    return r * (1.0 / 12 -
                r2 * (1.0 / 360 -
                      r2 * (1.0 / 1260 - r2 * (1.0 / 1680 - r2 * (1.0 / 1188 - r2 * (691.0 / 360360 - r2 / 156))))));
}

// Moves a up to where Stirling's formula is exact to rounding, and returns the logarithm of the factors passed.
double shift_up(double& a) {
    double product = 1.0;
    while (a < kStirlingFrom) product *= a++;
    return std::log(product);
}

}  // namespace

double log_gamma_ratio(double a, double b) {
    double high = a + b, low = a;
    const double passed = shift_up(low) - shift_up(high);
    const double step = high - low;
    return passed + (low - 0.5) * std::log1p(step / low) + step * std::log(high) - step + stirling_correction(high) -
           stirling_correction(low);
}

double log_gamma_multivariate(double a, int d) {
    double sum = 0.0;
    for (int j = 0; j < d; ++j) sum += log_gamma_ratio(1.0, a - 0.5 * j - 1.0);
    return sum;
}

double log_gamma_multivariate_change(double nu, double w, int d) {
    if (w == 1.0) return log_gamma_ratio(0.5 * (nu + 1.0 - d), 0.5 * d);
    if (w == -1.0) return -log_gamma_ratio(0.5 * (nu - d), 0.5 * d);
    double sum = 0.0;
    for (int j = 0; j < d; ++j) sum += log_gamma_ratio(0.5 * (nu - j), 0.5 * w);
    return sum;
}

}  // namespace cecib
