#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "codes/length_law.hpp"
#include "codes/place.hpp"

namespace cecib {

// Measures how well a Gaussian codes the points of a cluster. One object for all families; each asks for its law.
class Criterion {
public:
    virtual ~Criterion() = default;

    const Place& place() const { return place_; }
    std::size_t dimension() const { return place_.dimension(); }
    // The scatter that every cluster starts with, d × d.
    const std::vector<double>& scatter() const { return scatter_; }
    // The covariance of the cell that a coarsely recorded value stands for, d × d; empty if values are exact.
    const std::vector<double>& cell() const { return cell_; }
    double cell(std::size_t j) const { return cell_.empty() ? 0.0 : cell_[j * dimension() + j]; }

    // Whether a cluster without extent has a finite cost.
    virtual bool allows_flat() const = 0;
    // Whether the density of a point is that of the posterior predictive, or of the fitted Gaussian.
    virtual bool predicts() const = 0;
    // What a free parameter costs where shapes are compared, in units of ln n.
    virtual double charge_per_parameter() const = 0;

    virtual std::shared_ptr<const LengthLaw> full_law(bool knows_mean) const = 0;
    virtual std::shared_ptr<const LengthLaw> diagonal_law() const = 0;
    // weights: of the squared features in the trace.
    virtual std::shared_ptr<const LengthLaw> spherical_law(const std::vector<double>& weights,
                                                           double per_point) const = 0;
    // The trace that every cluster starts with under such weights.
    virtual double spherical_trace(const std::vector<double>& weights) const = 0;
    // What it costs to say where n points lie when only their mean is unknown, and its change when w more come.
    virtual double place_length(double n) const = 0;
    virtual double place_change(double certainty, double w) const = 0;

protected:
    Criterion(Place place, std::vector<double> scatter, std::vector<double> cell)
        : place_(std::move(place)), scatter_(std::move(scatter)), cell_(std::move(cell)) {}

private:
    Place place_;
    std::vector<double> scatter_, cell_;
};

// What is expected of clusters before they are seen: a normal–inverse-Wishart prior (μ0, κ0, ν0, Ψ0), and how coarsely
// values are recorded.
struct Expectation {
    double kappa = 0.0, nu = 0.0;
    std::vector<double> mean, scale, cell;
};

// A criterion by its name, null for a name that there is not. Those without a prior expect nothing.
std::shared_ptr<const Criterion> criterion_named(const std::string& name, std::size_t dimension,
                                                 const Expectation& expectation);

}  // namespace cecib
