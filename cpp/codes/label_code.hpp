#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "data/category_counts.hpp"

namespace cecib {

// What the labels in a cluster cost, β included. n: the weight of the cluster.
class LabelCode {
public:
    virtual ~LabelCode() = default;
    virtual double length(const CategoryCounts& counts, double n) const = 0;
    // Its change when a point of weight w comes (w < 0: goes).
    virtual double change(const CategoryCounts& counts, std::int32_t category, double w, double n) const = 0;
    // Ways to group the categories, each a group of each category or −1; none: every category is a group.
    virtual const std::vector<std::vector<std::int32_t>>& groupings() const;
};

// Change of −ln of the marginal likelihood of labels under a Dirichlet prior, when w labels of one category come (w <
// 0: go) that has `count` of `all` labels.
double dirichlet_change(double pseudo_count, double count, double pseudo_sum, double all, double w);

// The paper's: β n h, the entropy of the labels charged to all points, labelled or not.
std::shared_ptr<const LabelCode> entropy_labels(double beta);

// The labels coded as data: −β ln of their marginal likelihood under a Dirichlet prior with the given pseudo-counts,
// one for each category. An unlabelled point carries nothing.
std::shared_ptr<const LabelCode> dirichlet_labels(double beta, std::vector<double> pseudo_counts);

}  // namespace cecib
