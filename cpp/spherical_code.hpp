#pragma once

#include <memory>

#include "criterion.hpp"
#include "gaussian_code.hpp"
#include "spread.hpp"

namespace cecib {

// Gaussians with one variance for all features, in the units of the data: A = constant(n) + slope(n) · ln tr M, where the
// metric of the trace carries the units.
class SphericalCode final : public GaussianCode {
public:
    // per_point: what the units add to the code of each point; it is the same that the criterion knows of.
    SphericalCode(std::shared_ptr<const Criterion> criterion, bool has_prior, Spread spread, double sum_of_weights,
                  double per_point);

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<SphericalCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    bool needs_covariances() const override { return spread_.needs_covariances(); }
    double length() const override;
    double change_with(const double* x, double w) const override;
    double change_without(const double* x, double w) const override;
    void tile_changes(const Tile& tile, double* out) const override;
    void add(const double* x, double w) override;
    void remove(const double* x, double w) override;
    std::vector<double> state() const override { return spread_.state(); }
    void restore(const std::vector<double>& state) override;
    double log_density(const double* x) const override;

private:
    struct Step {  // change = constant + slope · log1p(factor · distance)
        double constant, slope, factor;
    };

    void refresh_cache();
    Step step(double w) const;  // w < 0: removal
    double change_at(double distance, double w) const;  // only a bound where it is close to singular

    std::shared_ptr<const Criterion> criterion_;
    bool has_prior_;
    Spread spread_;
    double sum_of_weights_, per_point_, log_total_ = 0.0;
    Step add_one_{}, remove_one_{};
};

}  // namespace cecib
