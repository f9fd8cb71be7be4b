#pragma once

#include <array>
#include <memory>

#include "codes/criterion.hpp"
#include "codes/gaussian_code.hpp"

namespace cecib {

// Gaussians with any covariance. Keeps the inverse w of the triangular factor of M (wᵀw = M⁻¹), M the scatter matrix
// for "entropy" and the posterior scale matrix for "evidence".
class FullCode final : public GaussianCode {
public:
    // place: the criterion's, or that of a known mean.
    FullCode(std::shared_ptr<const Criterion> criterion, std::shared_ptr<const LengthLaw> law, Place place);

    std::unique_ptr<GaussianCode> clone() const override { return std::make_unique<FullCode>(*this); }
    double rebuild(const Summary& summary) override;
    bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) override;
    double length() const override;
    double length_of(const Summary& summary) const override;
    double change_with(const double* x, double w) const override;
    double change_with_below(double bound, const double* x, double w) const override;
    std::optional<double> change_without(const double* x, double w) const override;
    void tile_changes(const Tile& tile, double* out) const override;
    std::optional<double> change_to(const Summary& summary) const override;
    void add(const double* x, double w) override;
    void remove(const double* x, double w) override;
    std::vector<double> state() const override;
    void restore(const std::vector<double>& state) override;
    double log_density(const double* x) const override;

private:
    struct Step {  // change = constant + slope · log1p(factor · q)
        double constant, slope, factor;
    };

    static constexpr std::size_t kRemembered = 16;

    // M of a summary, made into its Cholesky factor. Returns the smallest relative pivot, or less for a flat cluster.
    double factorise(const Summary& summary, std::vector<double>& m) const;
    void set_size_and_mean(const Summary& summary);
    void set_factor(const std::vector<double>& lower);
    void refresh_cache();
    double log_determinant_of_factor() const;
    static double change_at(const Step& s, double q);
    Step step(double w) const;  // w < 0: removal
    double size_change(double w) const;
    double distance(const double* x, double* p) const;
    void shift(const double* x, double w);

    std::shared_ptr<const Criterion> criterion_;
    std::shared_ptr<const LengthLaw> law_;
    std::shared_ptr<const Place> place_;
    std::size_t d_;
    double n_ = 0.0, kappa_ = 0.0;           // κ: the certainty of the mean
    std::vector<double> mean_, w_, offset_;  // offset = w · mean
    double log_determinant_ = 0.0;
    Step add_one_{}, remove_one_{};
    // What the law says of several more or less points, filled when asked for, by any thread.
    mutable std::array<double, kRemembered> more_{}, less_{};
};

}  // namespace cecib
