#pragma once

#include <vector>

#include "cluster.hpp"

namespace cecib {

// Fitted clusters without their points: what prediction needs.
class ClusterSet {
public:
    // prototypes: one for each cluster. A state may be longer than its code needs.
    ClusterSet(const std::vector<const GaussianCode*>& prototypes, const std::vector<std::vector<double>>& states,
               const std::vector<double>& weights, const std::vector<std::vector<double>>& category_counts, double beta);

    std::size_t size() const { return clusters_.size(); }

    // out[i * k + c]: change of the cost if the unlabelled point i were added to cluster c.
    void changes_with(const Points& points, std::size_t threads, double* out) const;
    // The cluster in which the change is least, for each point.
    std::vector<std::int32_t> cheapest(const Points& points, std::size_t threads) const;
    // out[i * k + c]: ln of the density of point i in cluster c.
    void log_densities(const Points& points, std::size_t threads, double* out) const;

private:
    template <typename Take>
    void judge(const Points& points, std::size_t threads, const Take& take) const;

    std::vector<Cluster> clusters_;
};

}  // namespace cecib
