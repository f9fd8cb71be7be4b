#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "search/partition.hpp"

namespace cecib {

struct PassReport {
    std::size_t pass, moves, n_clusters;
    double cost;  // in nats, not divided by the number of points
};

struct DescentOptions {
    std::size_t max_passes = 200;
    // Points judged together against the same clusters before any of them moves; nothing: strictly one after the other,
    // every point in every pass. The result depends on this number, but not on the number of threads.
    std::optional<std::size_t> block;
    std::size_t threads = 1;
    const std::atomic<bool>* is_cancelled = nullptr;
    std::function<void(const PassReport&)> on_pass;
    // The descent is given up when it cannot come below this any more, at the rate of its last pass.
    std::optional<double> goal;
};

struct Descent {
    std::size_t passes = 0;
    bool has_converged = false;
    std::vector<double> trace;  // cost after each pass since a cluster was last dissolved
};

// Changes of the cost smaller than this are rounding.
double improvement_tolerance(const Partition& partition);

// Hartigan's descent: every point goes to the cluster that lowers the cost most, pass after pass, until none wants to
// move. The end is a local optimum: in a last pass over all points, no move of any one of them lowered the cost.
Descent descend(Partition& partition, const DescentOptions& options);

}  // namespace cecib
