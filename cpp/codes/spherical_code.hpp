#pragma once

#include <memory>

#include "codes/criterion.hpp"
#include "codes/dispersion.hpp"
#include "codes/gaussian_code.hpp"

namespace cecib {

// Gaussians with one variance for all features, in the units of the data: A = constant(n) + slope(n) · ln tr M, where
// the metric of the trace carries the units.
class SphericalCode final : public GaussianCode {
public:
    // units: those of the features relative to the largest.
    SphericalCode(std::shared_ptr<const Criterion> criterion, const std::vector<double>& units);

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<SphericalCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    bool needs_covariances() const override { return dispersion_.needs_covariances(); }
    double length() const override;
    double change_with(const double* x, double w) const override;
    std::optional<double> change_without(const double* x, double w) const override;
    void tile_changes(const Tile& tile, double* out) const override;
    void add(const double* x, double w) override;
    void remove(const double* x, double w) override;
    std::vector<double> state() const override { return dispersion_.state(); }
    void restore(const std::vector<double>& state) override;
    double log_density(const double* x) const override;

private:
    struct Step {  // change = constant + slope · log1p(factor · distance)
        double constant, slope, factor;
    };

    void refresh_cache();
    Step step(double w) const;                          // w < 0: removal
    double change_at(double distance, double w) const;  // only a bound where it is close to singular

    std::shared_ptr<const Criterion> criterion_;
    std::vector<double> weights_;        // of the squared features in the trace
    double sum_of_weights_, per_point_;  // per_point: what the units add to the code of each point
    std::shared_ptr<const LengthLaw> law_;
    Dispersion dispersion_;
    double log_total_ = 0.0;
    Step add_one_{}, remove_one_{};
};

}  // namespace cecib
