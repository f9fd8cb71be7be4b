#pragma once

namespace cecib {

constexpr double kLogPi = 1.1447298858494001741;
constexpr double kLog2Pi = 1.8378770664093454836;
constexpr double kLog2PiE = 2.8378770664093454836;

// x ln x, and its change from n to n + w without cancellation for large n.
double x_log_x(double x);
double x_log_x_change(double n, double w);

// ln Γ(a + b) − ln Γ(a) for a > 0, a + b > 0, without cancellation for large a.
double log_gamma_ratio(double a, double b);

// ln Γ_d(a), the multivariate gamma function without its power of π, which cancels everywhere here.
double log_gamma_multivariate(double a, int d);

// ln Γ_d((ν + w)/2) − ln Γ_d(ν/2).
double log_gamma_multivariate_change(double nu, double w, int d);

}  // namespace cecib
