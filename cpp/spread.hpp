#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "criterion.hpp"
#include "summary.hpp"

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

// Size, mean and total squared distance from the mean of the points of a cluster under a metric, with the prior's part in
// it: trace(M) where FullCode has ln|M|. A point changes the total by factor(w) · distance(x).
class Spread {
public:
    Spread(std::shared_ptr<const Metric> metric, std::shared_ptr<const Prior> prior, double prior_total);

    std::size_t dimension() const { return mean_.size(); }
    double size() const { return n_; }
    double kappa() const { return kappa_; }
    double total() const { return total_; }
    bool needs_covariances() const { return !metric_->is_diagonal; }

    void rebuild(const Summary& summary);
    double factor(double w) const { return kappa_ * w / (kappa_ + w); }
    double distance(const double* x) const;
    void tile_distances(const double* features, double* q) const;
    void shift(const double* x, double w);  // w < 0: removal

    std::vector<double> state() const;
    void restore(const std::vector<double>& state);

private:
    void refresh_offset();

    std::shared_ptr<const Metric> metric_;
    std::shared_ptr<const Prior> prior_;
    double prior_total_, n_ = 0.0, kappa_ = 0.0, total_ = 0.0;
    std::vector<double> mean_, offset_;  // offset = W · mean, unless the metric is diagonal
};

}  // namespace cecib
