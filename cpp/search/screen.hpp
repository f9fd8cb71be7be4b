#pragma once

#include <cstdint>
#include <vector>

#include "numerics/team.hpp"
#include "search/partition.hpp"

namespace cecib {

// What the best move of a point would do, as judged against clusters that stand still.
struct Wish {
    double change;  // of the cost; negative if the point wants to move, −∞ for an orphan
    std::int32_t cluster;
};

// Judges many points at once against the clusters as they stand: in tiles, on a team of threads.
class Screen {
public:
    Screen(const Partition& partition, Team& team) : partition_(partition), team_(team) {}

    // wishes[p] for the point rows[p], p < count.
    void judge(const std::uint32_t* rows, std::size_t count, Wish* wishes) const;

private:
    void judge_tile(const std::uint32_t* rows, std::size_t count, Wish* wishes) const;

    const Partition& partition_;
    Team& team_;
};

}  // namespace cecib
