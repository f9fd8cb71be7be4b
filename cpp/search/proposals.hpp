#pragma once

#include <cstdint>
#include <vector>

#include "codes/label_code.hpp"
#include "data/points.hpp"
#include "data/summary.hpp"

namespace cecib {

// Ways to split a cluster: each a label per member, 0 and up.
using Proposal = std::vector<std::int32_t>;

// Along the principal axes of the members, by their categories as the code of the labels groups them, and around two
// members that lie far apart.
std::vector<Proposal> propose_splits(const Points& members, const std::vector<std::int32_t>& categories,
                                     const LabelCode& code, const Summary& summary, const std::vector<double>& metric);

}  // namespace cecib
