#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/points.hpp"
#include "data/summary.hpp"

namespace cecib {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// The summary of some points straight from the rows, and an upper root r of its scatter (rᵀr = scatter), which is exact
// for nearly singular scatters too; the root is empty where the summary keeps no covariances.
struct RootedSummary {
    Summary summary;
    std::vector<double> root;
};

// Of the points of one cluster, `label`, but for one of them. centre: somewhere near their mean. empty: a summary of
// no points, of the kind that is wanted.
RootedSummary rooted_summary(const Points& points, const std::int32_t* categories,
                             const std::vector<std::int32_t>& labels, std::int32_t label, std::size_t except,
                             const std::vector<double>& centre, Summary empty);

// First column of the points that the columns before it explain entirely; the dimension if there is none.
std::size_t dependent_column(const Points& points, double resolution);

}  // namespace cecib
