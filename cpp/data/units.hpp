#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "data/points.hpp"
#include "data/summary.hpp"

namespace cecib {

// What is said of rows together: which belong together, and which pairs should not share a cluster.
struct Bonds {
    std::vector<std::int32_t> groups;  // the group of each row, −1 for a row of none
    std::vector<std::pair<std::uint32_t, std::uint32_t>> apart;
    double apart_weight = 0.0;  // nats that a pair costs which shares a cluster and should not

    // The same for some of the rows, in ascending order.
    Bonds subset(const std::vector<std::uint32_t>& rows) const;
};

// Rows that move together: a group, or a single row that should be apart from others.
struct Unit {
    std::vector<std::uint32_t> rows;
    Summary summary;
    std::vector<std::pair<std::uint32_t, double>> apart;  // other units, and what it costs to share a cluster with them
};

// All units of some points; the rows that are in none are loose, and move one by one.
struct Units {
    // empty: a summary of no points, of the kind that is wanted.
    Units(const Bonds& bonds, const Points& points, const std::int32_t* categories, const Summary& empty);

    std::vector<Unit> all;
    std::vector<std::int32_t> of_row;  // the unit of each row, −1 for a loose one
    std::vector<std::uint32_t> loose;
};

}  // namespace cecib
