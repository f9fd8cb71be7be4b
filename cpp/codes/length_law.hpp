#pragma once

#include <cstddef>

namespace cecib {

// What a cluster's code length owes to its size n alone: A = constant(n) + slope(n) · L, with L the part that depends
// on where the points lie, such as ln|M|.
class LengthLaw {
public:
    virtual ~LengthLaw() = default;
    virtual double slope(double n) const = 0;
    virtual double constant(double n) const = 0;
    virtual double constant_change(double n, double w) const = 0;
};

// n times the differential entropy of the Gaussian fitted to n points: L = ln|M| of the scatter, or Σ ln M_jj.
class FullEntropy final : public LengthLaw {
public:
    explicit FullEntropy(std::size_t dimension) : d_(static_cast<int>(dimension)) {}
    double slope(double n) const override { return 0.5 * n; }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    int d_;
};

// One variance for all features, L = ln tr M. Units: features enter the trace in units relative to the engine's;
// per_point is what that adds to the code of each point.
class SphericalEntropy final : public LengthLaw {
public:
    SphericalEntropy(std::size_t dimension, double per_point);
    double slope(double n) const override { return 0.5 * n * d_; }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    double d_, per_point_;
};

// Minus the logarithm of the marginal likelihood, L = ln|M| of the posterior scale matrix. The mean costs (d/2)
// ln(κ/κ0), or nothing if it is known.
class FullEvidence final : public LengthLaw {
public:
    FullEvidence(std::size_t dimension, double kappa, double nu, double log_determinant_of_scale, bool knows_mean);
    double slope(double n) const override { return 0.5 * (nu_ + n); }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    int d_;
    double kappa_, nu_, offset_;
    bool knows_mean_;
};

// Each feature by itself, L = Σ ln M_jj: d one-dimensional marginal likelihoods with nu degrees of freedom each.
class DiagonalEvidence final : public LengthLaw {
public:
    DiagonalEvidence(std::size_t dimension, double kappa, double nu, double sum_of_log_scales);
    double slope(double n) const override { return 0.5 * (nu_ + n); }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    double d_, kappa_, nu_, offset_;
};

class SphericalEvidence final : public LengthLaw {
public:
    SphericalEvidence(std::size_t dimension, double kappa, double nu, double log_of_trace, double per_point);
    double slope(double n) const override { return 0.5 * (nu_ + n * d_); }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    double d_, kappa_, nu_, offset_, per_point_;
};

}  // namespace cecib
