#pragma once

#include <cstdint>
#include <vector>

#include "data/points.hpp"
#include "data/summary.hpp"
#include "numerics/team.hpp"

namespace cecib {

// The summaries of all clusters, computed from the points: one for each centre, of the points with its number. Scatters
// are summed around the centres, so that they are exact when these are the means. The result does not depend on the
// team. empty: a summary of no points, of the kind that is wanted.
std::vector<Summary> summarise(const Points& points, const std::int32_t* categories,
                               const std::vector<std::int32_t>& labels, const std::vector<const double*>& centres,
                               const Summary& empty, Team& team);

}  // namespace cecib
