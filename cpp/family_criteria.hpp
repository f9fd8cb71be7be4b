#pragma once

#include "criterion.hpp"

namespace cecib {

// A = constant(n) + slope(n) · L for the families whose L is not ln|M|.

// Each feature by itself, L = Σ ln M_jj: d one-dimensional marginal likelihoods with nu degrees of freedom each.
class DiagonalEvidence final : public Criterion {
public:
    DiagonalEvidence(std::size_t dimension, double kappa, double nu, double sum_of_log_scales);
    double slope(double n) const override { return 0.5 * (nu_ + n); }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    double d_, kappa_, nu_, offset_;
};

// One variance for all features, L = ln tr M. Units: features enter the trace in units relative to the engine's; per_point
// is what that adds to the code of each point.
class SphericalEntropy final : public Criterion {
public:
    SphericalEntropy(std::size_t dimension, double per_point);
    double slope(double n) const override { return 0.5 * n * d_; }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    double d_, per_point_;
};

class SphericalEvidence final : public Criterion {
public:
    SphericalEvidence(std::size_t dimension, double kappa, double nu, double log_of_trace, double per_point);
    double slope(double n) const override { return 0.5 * (nu_ + n * d_); }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    double d_, kappa_, nu_, offset_, per_point_;
};

}  // namespace cecib
