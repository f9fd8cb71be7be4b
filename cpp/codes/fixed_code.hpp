#pragma once

#include <memory>

#include "codes/criterion.hpp"
#include "codes/dispersion.hpp"
#include "codes/gaussian_code.hpp"

namespace cecib {

// Gaussians whose covariance Σ0 is known, of unknown mean: A = (n/2)(d ln 2π + ln|Σ0|) + ½ tr(Σ0⁻¹ M), and under
// "evidence" (d/2) ln(κ/κ0) for the mean. Never singular.
class FixedCode final : public GaussianCode {
public:
    FixedCode(std::shared_ptr<const Criterion> criterion, const std::vector<double>& covariance);

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<FixedCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    bool needs_covariances() const override { return dispersion_.needs_covariances(); }
    double length() const override;
    double change_with(const double* x, double w) const override { return change(dispersion_.distance(x), w); }
    std::optional<double> change_without(const double* x, double w) const override {
        return change(dispersion_.distance(x), -w);
    }
    void tile_changes(const Tile& tile, double* out) const override;
    void add(const double* x, double w) override { dispersion_.shift(x, w); }
    void remove(const double* x, double w) override { dispersion_.shift(x, -w); }
    std::vector<double> state() const override { return dispersion_.state(); }
    void restore(const std::vector<double>& state) override { dispersion_.restore(state); }
    double log_density(const double* x) const override;

private:
    double change(double distance, double w) const;

    std::shared_ptr<const Criterion> criterion_;
    Dispersion dispersion_;
    double per_point_;
};

}  // namespace cecib
