#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "data/points.hpp"
#include "numerics/team.hpp"

namespace cecib {

constexpr std::size_t kRowsPerJob = 2048;

inline std::size_t tile_jobs(const Points& points) { return (points.size() + kRowsPerJob - 1) / kRowsPerJob; }

// Calls visit(first row, count, features) for tiles of the points from begin to end.
template <typename Visit>
void for_each_tile_of(const Points& points, std::size_t begin, std::size_t end, const Visit& visit) {
    std::vector<double> features(points.dimension() * kLanes);
    std::uint32_t rows[kLanes];
    for (std::size_t first = begin; first < end; first += kLanes) {
        const std::size_t count = std::min(kLanes, end - first);
        std::iota(rows, rows + kLanes, static_cast<std::uint32_t>(first));
        points.tile(rows, count, features.data());
        visit(first, count, features.data());
    }
}

// Calls visit(job, first row, count, features) for every tile of the points, job < tile_jobs(points).
template <typename Visit>
void for_each_tile(const Points& points, Team& team, const Visit& visit) {
    team.run(tile_jobs(points), [&](std::size_t job) {
        const std::size_t end = std::min(points.size(), (job + 1) * kRowsPerJob);
        for_each_tile_of(points, job * kRowsPerJob, end, [&](std::size_t first, std::size_t count, double* features) {
            if (team.goes_on()) visit(job, first, count, features);
        });
    });
}

}  // namespace cecib
