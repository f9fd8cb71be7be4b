#pragma once

#include <vector>

#include "search/hartigan.hpp"

namespace cecib {

struct SearchOptions {
    DescentOptions descent;
    std::size_t max_clusters = 50;
    std::vector<double> metric;  // weight of each squared feature when distances matter
    double split_gain = 0.0;     // nats that a split has to gain for each point outside of its largest part
};

// Descents, and between them merges, splits and dissolutions of whole clusters, as long as they lower the cost. The end
// is optimal for single moves, for merges, for the splits proposed, and for dissolving a cluster of modest size.
Descent search(Partition& partition, const SearchOptions& options);

}  // namespace cecib
