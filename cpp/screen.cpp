#include "screen.hpp"

#include <algorithm>

#include "tile_kernels.hpp"

namespace cecib {

namespace {

constexpr std::size_t kTilesPerJob = 16;

}  // namespace

void Screen::judge(const std::uint32_t* rows, std::size_t count, Wish* wishes) const {
    const std::size_t span = kTilesPerJob * kLanes;
    team_.run((count + span - 1) / span, [&](std::size_t job) {
        const std::size_t end = std::min(count, (job + 1) * span);
        for (std::size_t at = job * span; at < end; at += kLanes)
            judge_tile(rows + at, std::min(kLanes, end - at), wishes + at);
    });
}

void Screen::judge_tile(const std::uint32_t* rows, std::size_t count, Wish* wishes) const {
    const Points& points = partition_.points();
    thread_local std::vector<double> features;
    features.resize(points.dimension() * kLanes);
    alignas(64) double weights[kLanes], changes[kLanes], leaving[kLanes], entering[kLanes], target[kLanes];
    std::int32_t categories[kLanes], own[kLanes];
    std::uint8_t by_cluster[kLanes], labelled[kLanes];
    bool is_member[kLanes] = {};
    std::size_t n_labelled = 0;
    for (std::size_t p = 0; p < kLanes; ++p) {
        const std::uint32_t row = rows[std::min(p, count - 1)];
        weights[p] = points.weight(row);
        categories[p] = partition_.category(row);
        own[p] = partition_.labels()[row];
        entering[p] = kImpossible;
        leaving[p] = -kImpossible;
        target[p] = 0.0;
        by_cluster[p] = static_cast<std::uint8_t>(p);
        if (categories[p] != kUnlabelled) labelled[n_labelled++] = static_cast<std::uint8_t>(p);
    }
    std::sort(by_cluster, by_cluster + kLanes, [&](std::uint8_t a, std::uint8_t b) { return own[a] < own[b]; });
    points.tile(rows, count, features.data());
    const TileLabels labels{categories, labelled, n_labelled};
    const std::uint8_t* members = by_cluster;
    const std::uint8_t* const end = by_cluster + kLanes;
    while (members != end && own[*members] < 0) ++members;
    for (std::size_t c = 0; c < partition_.n_clusters(); ++c) {
        const std::uint8_t* others = members;
        for (; others != end && own[*others] == static_cast<std::int32_t>(c); ++others) is_member[*others] = true;
        const Tile tile{features.data(), weights, !points.is_weighted(), is_member, members,
                        static_cast<std::size_t>(others - members)};
        const double usual = partition_.clusters()[c].tile_changes(tile, labels, changes);
        for (; members != others; ++members) {
            leaving[*members] = changes[*members] + usual;
            changes[*members] = kImpossible;
            is_member[*members] = false;
        }
        keep_least(changes, usual, static_cast<double>(c), entering, target);
    }
    for (std::size_t p = 0; p < count; ++p)
        wishes[p] = {leaving[p] + entering[p], static_cast<std::int32_t>(target[p])};
}

}  // namespace cecib
