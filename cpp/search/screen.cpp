#include "search/screen.hpp"

#include <algorithm>

#include "data/tile_kernels.hpp"

namespace cecib {

namespace {

constexpr std::size_t kTilesPerJob = 4;

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
    std::uint8_t members[kLanes], labelled[kLanes];
    std::int16_t next[kLanes];  // chains of the lanes of one cluster, each from its head
    thread_local std::vector<std::int16_t> heads;
    heads.assign(partition_.n_clusters(), -1);
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
        if (own[p] >= 0) {
            next[p] = heads[static_cast<std::size_t>(own[p])];
            heads[static_cast<std::size_t>(own[p])] = static_cast<std::int16_t>(p);
        }
        if (categories[p] != kUnlabelled) labelled[n_labelled++] = static_cast<std::uint8_t>(p);
    }
    points.tile(rows, count, features.data());
    const TileLabels labels{categories, labelled, n_labelled};
    for (std::size_t c = 0; c < partition_.n_clusters(); ++c) {
        std::size_t n_members = 0;
        for (std::int16_t p = heads[c]; p >= 0; p = next[p]) {
            members[n_members++] = static_cast<std::uint8_t>(p);
            is_member[p] = true;
        }
        const Tile tile{features.data(), weights, !points.is_weighted(), is_member, members, n_members};
        const double usual = partition_.clusters()[c].tile_changes(tile, labels, changes);
        for (std::size_t m = 0; m < n_members; ++m) {
            leaving[members[m]] = changes[members[m]] + usual;
            changes[members[m]] = kImpossible;
            is_member[members[m]] = false;
        }
        keep_least(changes, usual, static_cast<double>(c), entering, target);
    }
    for (std::size_t p = 0; p < count; ++p)
        wishes[p] = {leaving[p] + entering[p], static_cast<std::int32_t>(target[p])};
}

}  // namespace cecib
