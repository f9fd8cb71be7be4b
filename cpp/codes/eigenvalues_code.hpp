#pragma once

#include <memory>

#include "codes/gaussian_code.hpp"
#include "numerics/spectrum.hpp"

namespace cecib {

// Gaussians whose covariance has known eigenvalues λ0 and any axes: A = (n/2)(d ln 2π + Σ ln λ0_j) + ½ Σ λ_j(S)/λ0_j,
// both in ascending order, in the units of the data. Never singular. A trial costs O(d²), a move O(d³).
class EigenvaluesCode final : public GaussianCode {
public:
    // units: those of the features relative to the largest; values: λ0 in the square of the largest unit.
    EigenvaluesCode(std::vector<double> units, std::vector<double> values);

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<EigenvaluesCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    double length() const override;
    double change_with(const double* x, double w) const override { return change(x, w); }
    std::optional<double> change_without(const double* x, double w) const override { return change(x, -w); }
    void tile_changes(const Tile& tile, double* out) const override;
    void add(const double* x, double w) override { shift(x, w); }
    void remove(const double* x, double w) override { shift(x, -w); }
    std::vector<double> state() const override;
    void restore(const std::vector<double>& state) override;
    double log_density(const double* x) const override;

private:
    double change(const double* x, double w) const;
    void squared_coordinates(const double* x, double* squares) const;
    void shift(const double* x, double w);

    std::size_t d_;
    std::vector<double> units_, known_;
    double per_point_, n_ = 0.0;
    std::vector<double> mean_, scatter_;  // the scatter in relative units, lower triangle
    Spectrum spectrum_;
};

}  // namespace cecib
