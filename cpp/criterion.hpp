#pragma once

#include <memory>
#include <vector>

namespace cecib {

// The normal–inverse-Wishart prior; nu = 0 stands for none at all, the entropy of the paper. Then kappa is 0 too, unless the
// mean is known beforehand.
struct Prior {
    double kappa = 0.0;
    double nu = 0.0;
    std::vector<double> mean;   // d
    std::vector<double> scale;  // d × d, symmetric
};

// What a cluster's code length owes to its size alone: A = constant(n) + slope(n) · ln|M|, with M the scatter matrix
// for "entropy" and the posterior scale matrix for "evidence".
class Criterion {
public:
    virtual ~Criterion() = default;
    virtual double slope(double n) const = 0;
    virtual double constant(double n) const = 0;
    virtual double constant_change(double n, double w) const = 0;
};

// The paper's: n times the differential entropy of the Gaussian fitted to n points.
class Entropy final : public Criterion {
public:
    explicit Entropy(int dimension) : d_(dimension) {}
    double slope(double n) const override { return 0.5 * n; }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    int d_;
};

// Minus the logarithm of the marginal likelihood under the prior.
class Evidence final : public Criterion {
public:
    Evidence(int dimension, const Prior& prior, double log_determinant_of_scale);
    double slope(double n) const override { return 0.5 * (nu_ + n); }
    double constant(double n) const override;
    double constant_change(double n, double w) const override;

private:
    int d_;
    double kappa_, nu_, offset_;
};

}  // namespace cecib
