#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "data/points.hpp"
#include "data/summary.hpp"

namespace cecib {

// Rows that move together: a group, or a single row that should be apart from others.
struct Unit {
    std::vector<std::uint32_t> rows;
    std::vector<std::pair<std::uint32_t, double>> apart;  // other units, and what it costs to share a cluster with them
};

// What is said of rows together: which belong together, and which pairs should not share a cluster. The rows of which
// something is said are in units; the others are loose, and move one by one.
class Bonds {
public:
    using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

    // groups: the group of each row, −1 for a row of none. apart: pairs of rows of different groups. apart_weight: nats
    // that such a pair costs if it shares a cluster.
    Bonds(std::vector<std::int32_t> groups, Pairs apart, double apart_weight);

    // The same for some of the rows, in ascending order.
    Bonds subset(const std::vector<std::uint32_t>& rows) const;

    std::size_t size() const { return groups_.size(); }
    const std::vector<Unit>& units() const { return units_; }
    const std::vector<std::uint32_t>& loose() const { return loose_; }
    bool is_bound(std::size_t row) const { return unit_of_row_[row] >= 0; }
    std::size_t unit_of(std::size_t row) const { return static_cast<std::size_t>(unit_of_row_[row]); }

    // The summary of each unit. empty: a summary of no points, of the kind that is wanted.
    std::vector<Summary> summaries(const Points& points, const std::int32_t* categories, const Summary& empty) const;

private:
    void gather_units();
    void gather_pairs();

    std::vector<std::int32_t> groups_;
    Pairs apart_;
    double apart_weight_;
    std::vector<Unit> units_;
    std::vector<std::int32_t> unit_of_row_;  // −1 for a loose one
    std::vector<std::uint32_t> loose_;
};

}  // namespace cecib
