#pragma once

#include <vector>

#include "numerics/team.hpp"
#include "search/cluster.hpp"
#include "search/partition.hpp"

namespace cecib {

// Clusters without their points: summaries and codes, and all that can be done with these alone.
class Clusters {
public:
    // prototypes: one for each cluster, the same for those of one family. states: those of the codes at the end of a
    // fit (a state may be longer than its code needs), or empty: then the codes are made from the summaries.
    Clusters(const Prototypes& prototypes, std::vector<Summary> summaries,
             const std::vector<std::vector<double>>& states, std::shared_ptr<const LabelCode> label_code);

    std::size_t size() const { return clusters_.size(); }
    const std::vector<Cluster>& all() const { return clusters_; }

    // out[i * k + c]: change of the cost if point i were added to cluster c. categories: those of the points, or
    // nothing if none of them is labelled.
    void changes_with(const Points& points, const std::int32_t* categories, std::size_t threads, double* out,
                      const Listen& listen = {}) const;
    // The cluster in which the change is least, for each point.
    std::vector<std::int32_t> cheapest(const Points& points, std::size_t threads, const Listen& listen = {}) const;
    // out[i * k + c]: ln of the density of point i in cluster c.
    void log_densities(const Points& points, std::size_t threads, double* out, const Listen& listen = {}) const;

    // Change of the cost if clusters a and b became one; kImpossible if neither of their families can code it.
    double change_merging(std::size_t a, std::size_t b) const;
    // Makes them one, under the number of a; those after b move up. False if they cannot be one.
    bool merge(std::size_t a, std::size_t b);
    // Takes in more points: one summary for each cluster.
    void absorb(const std::vector<Summary>& more);
    // Makes some points of cluster c a cluster of their own, the last. False if one of the two cannot be coded.
    bool split_off(std::size_t c, const Summary& part);

private:
    template <typename Take>
    void judge(const Points& points, const std::int32_t* categories, std::size_t threads, const Listen& listen,
               const Take& take) const;

    std::vector<Cluster> clusters_;
};

}  // namespace cecib
