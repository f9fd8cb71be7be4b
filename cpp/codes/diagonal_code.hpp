#pragma once

#include <memory>

#include "codes/criterion.hpp"
#include "codes/gaussian_code.hpp"

namespace cecib {

// Gaussians whose features are independent: A = constant(n) + slope(n) · Σ ln M_jj.
class DiagonalCode final : public GaussianCode {
public:
    explicit DiagonalCode(std::shared_ptr<const Criterion> criterion);

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<DiagonalCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    bool needs_covariances() const override { return false; }
    double length() const override;
    double change_with(const double* x, double w) const override;
    std::optional<double> change_without(const double* x, double w) const override;
    void tile_changes(const Tile& tile, double* out) const override;
    void add(const double* x, double w) override { shift(x, w); }
    void remove(const double* x, double w) override { shift(x, -w); }
    std::vector<double> state() const override;
    void restore(const std::vector<double>& state) override;
    double log_density(const double* x) const override;

private:
    struct Step {  // change = constant + slope · Σ_j log1p((factor · u_j² + w C_jj) / M_jj)
        double constant, slope, factor, w;
    };

    double set_from(const Summary& summary);  // returns the smallest M_jj
    void refresh_cache();
    Step step(double w) const;  // w < 0: removal
    void shift(const double* x, double w);

    std::shared_ptr<const Criterion> criterion_;
    std::shared_ptr<const LengthLaw> law_;
    double n_ = 0.0, kappa_ = 0.0;
    std::vector<double> mean_, squares_, inverse_, cells_;  // M_jj, 1 / M_jj, C_jj / M_jj: the cells of values
    double log_determinant_ = 0.0;
    Step add_one_{}, remove_one_{};
};

}  // namespace cecib
