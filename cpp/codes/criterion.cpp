#include "codes/criterion.hpp"

#include <cmath>

#include "numerics/triangular.hpp"

namespace cecib {

namespace {

// The paper's: n times the differential entropy of the Gaussian fitted to n points.
class Entropy final : public Criterion {
public:
    explicit Entropy(std::size_t d) : Criterion(Place::unknown(d), std::vector<double>(d * d, 0.0), {}) {}

    bool allows_flat() const override { return false; }
    bool predicts() const override { return false; }
    double charge_per_parameter() const override { return 0.5; }

    std::shared_ptr<const LengthLaw> full_law(bool) const override {
        return std::make_shared<FullEntropy>(dimension());
    }
    std::shared_ptr<const LengthLaw> diagonal_law() const override {
        return std::make_shared<FullEntropy>(dimension());
    }
    std::shared_ptr<const LengthLaw> spherical_law(const std::vector<double>&, double per_point) const override {
        return std::make_shared<SphericalEntropy>(dimension(), per_point);
    }
    double spherical_trace(const std::vector<double>&) const override { return 0.0; }
    double place_length(double) const override { return 0.0; }
    double place_change(double, double) const override { return 0.0; }
};

// Minus the logarithm of the marginal likelihood under the prior that is expected.
class Evidence final : public Criterion {
public:
    explicit Evidence(const Expectation& e)
        : Criterion(Place::expected(e.mean, e.kappa), e.scale, e.cell), kappa_(e.kappa), nu_(e.nu) {}

    bool allows_flat() const override { return true; }
    bool predicts() const override { return true; }
    double charge_per_parameter() const override { return 0.0; }

    std::shared_ptr<const LengthLaw> full_law(bool knows_mean) const override {
        return std::make_shared<FullEvidence>(dimension(), kappa_, nu_, log_determinant(scatter(), dimension()),
                                              knows_mean);
    }

    std::shared_ptr<const LengthLaw> diagonal_law() const override {
        double sum = 0.0;
        for (std::size_t j = 0; j < dimension(); ++j) sum += std::log(scatter()[j * dimension() + j]);
        return std::make_shared<DiagonalEvidence>(dimension(), kappa_, nu_of_variances(), sum);
    }

    std::shared_ptr<const LengthLaw> spherical_law(const std::vector<double>& weights,
                                                   double per_point) const override {
        return std::make_shared<SphericalEvidence>(dimension(), kappa_, nu_of_variances(),
                                                   std::log(spherical_trace(weights)), per_point);
    }

    // As in the diagonal family, for the average feature.
    double spherical_trace(const std::vector<double>& weights) const override {
        double trace = 0.0;
        for (std::size_t j = 0; j < dimension(); ++j) trace += weights[j] * scatter()[j * dimension() + j];
        return trace / static_cast<double>(dimension());
    }

    double place_length(double n) const override {
        return 0.5 * static_cast<double>(dimension()) * std::log1p(n / kappa_);
    }
    double place_change(double certainty, double w) const override {
        return 0.5 * static_cast<double>(dimension()) * std::log1p(w / certainty);
    }

private:
    // Of the prior that Σ_jj has under the inverse-Wishart of the whole matrix.
    double nu_of_variances() const { return nu_ - static_cast<double>(dimension()) + 1.0; }

    double kappa_, nu_;
};

}  // namespace

std::shared_ptr<const Criterion> criterion_named(const std::string& name, std::size_t dimension,
                                                 const Expectation& expectation) {
    if (name == "entropy") return std::make_shared<Entropy>(dimension);
    if (name == "evidence") return std::make_shared<Evidence>(expectation);
    return nullptr;
}

}  // namespace cecib
