#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "codes/place.hpp"
#include "data/summary.hpp"

namespace cecib {

// A fixed way to measure squared distances: |W u|² with W lower triangular, or Σ metric_j u_j² where W is diagonal.
struct Metric {
    bool is_diagonal = true;
    std::vector<double> weights;  // metric_j, if diagonal
    std::vector<double> factor;   // W otherwise, d × d

    // Square of a − b.
    double square(const double* a, const double* b, std::size_t d) const;
    // Sum of the squares of the points of a summary, about their mean.
    double trace(const Summary& summary) const;
};

Metric diagonal_metric(std::vector<double> weights);
// The metric of Mahalanobis distances.
Metric inverse_metric(const std::vector<double>& covariance, std::size_t d);

// Size, mean and total squared distance from the mean of the points of a cluster under a metric, with the prior's part
// in it: trace(M) where FullCode has ln|M|. A point changes the total by factor(w) · distance(x) + w · cell().
class Dispersion {
public:
    // start: the total of no points; cell: what each point adds by being recorded coarsely.
    Dispersion(std::shared_ptr<const Metric> metric, Place place, double start, double cell = 0.0);

    std::size_t dimension() const { return mean_.size(); }
    double size() const { return n_; }
    double certainty() const { return kappa_; }
    double total() const { return total_; }
    double cell() const { return cell_; }
    bool needs_covariances() const { return !metric_->is_diagonal; }

    void rebuild(const Summary& summary);
    double factor(double w) const { return place_->factor(kappa_, w); }
    double distance(const double* x) const;
    void tile_distances(const double* features, double* q) const;
    void shift(const double* x, double w);  // w < 0: removal

    std::vector<double> state() const;
    void restore(const std::vector<double>& state);

private:
    void refresh_offset();

    std::shared_ptr<const Metric> metric_;
    std::shared_ptr<const Place> place_;
    double start_, cell_, n_ = 0.0, kappa_ = 0.0, total_ = 0.0;
    std::vector<double> mean_, offset_;  // offset = W · mean, unless the metric is diagonal
};

}  // namespace cecib
