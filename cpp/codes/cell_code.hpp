#pragma once

#include <memory>

#include "codes/criterion.hpp"
#include "codes/gaussian_code.hpp"

namespace cecib {

// Gaussians with any covariance, of values that are recorded coarsely. A value stands for a cell, and each point adds
// the covariance C of its cell to M, beside its own square: M = … + n C. So a point that comes meets M + C, one that
// goes M − C, of which the factors are kept; a move makes them anew, which is the price.
class CellCode final : public GaussianCode {
public:
    CellCode(std::shared_ptr<const Criterion> criterion, std::shared_ptr<const LengthLaw> law, Place place);

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<CellCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    double length() const override;
    double length_of(const Summary& summary) const override;
    double change_with(const double* x, double w) const override;
    std::optional<double> change_without(const double* x, double w) const override;
    void tile_changes(const Tile& tile, double* out) const override;
    std::optional<double> change_to(const Summary& summary) const override;
    void add(const double* x, double w) override { shift(x, w); }
    void remove(const double* x, double w) override { shift(x, -w); }
    std::vector<double> state() const override;
    void restore(const std::vector<double>& state) override;
    double log_density(const double* x) const override { return -change_with(x, 1.0); }

private:
    // What a point of weight w meets (w < 0: leaves behind): change = constant + slope · log1p(factor · |W (x −
    // mean)|²).
    struct Side {
        std::vector<double> lower;  // the factor of M + w C, W is its inverse; empty where there is none
        double log_determinant = 0.0, constant = 0.0, slope = 0.0, factor = 0.0;
    };

    void gather(const Summary& summary, std::vector<double>& m) const;  // M of a summary
    double determine();                                                 // ln|M|; returns the smallest relative pivot
    void settle();
    Side side(double w) const;
    double distance(const Side& side, const double* x) const;
    void shift(const double* x, double w);

    std::shared_ptr<const Criterion> criterion_;
    std::shared_ptr<const LengthLaw> law_;
    std::shared_ptr<const Place> place_;
    std::size_t d_;
    double n_ = 0.0, kappa_ = 0.0, log_determinant_ = 0.0;
    std::vector<double> mean_, m_;  // M, its lower triangle
    Side more_, less_;
    std::vector<double> w_, offset_;  // W of one point more, and W · mean
};

}  // namespace cecib
