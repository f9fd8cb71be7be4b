#pragma once

#include <cstdint>
#include <vector>

#include "data/points.hpp"
#include "numerics/team.hpp"

namespace cecib {

// The start of k-means++: k rows drawn far apart (greedy over `trials` candidates each) and every point with the
// nearest of them, distances weighted per feature by `metric`. All chance is in `uniforms`, k × trials numbers in [0,
// 1). Fewer than k clusters come back when the points run out of distinct values.
std::vector<std::int32_t> plus_plus_start(const Points& points, const std::vector<double>& metric, std::size_t k,
                                          std::size_t trials, const std::vector<double>& uniforms, std::size_t threads,
                                          const Listen& listen = {});

// The nearest of the centres (k × d, row-major) for each point.
std::vector<std::int32_t> nearest_centres(const Points& points, const std::vector<double>& metric,
                                          const std::vector<double>& centres, std::size_t threads,
                                          const Listen& listen = {});

}  // namespace cecib
