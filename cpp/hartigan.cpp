#include "hartigan.hpp"

#include <algorithm>
#include <cmath>

namespace cecib {

namespace {

struct Choice {
    std::size_t cluster;
    double change;  // of the cost, < 0 if it falls
};

Choice best_move(const Partition& partition, std::size_t i, const double* x) {
    const double leaving = partition.change_leaving(i, x);
    const std::size_t c = partition.cheapest_cluster(i, x);
    if (partition.is_orphan(i)) return {c, -kImpossible};
    return {c, leaving + partition.change_entering(i, x, c)};
}

// Judges tiles of points against the clusters as they stand and keeps those that would move.
class Screen {
public:
    explicit Screen(const Partition& partition)
        : partition_(partition), features_(partition.points().dimension() * kLanes) {}

    void wanting_to_move(std::size_t first, std::size_t count, double tolerance, std::vector<std::uint32_t>& out) {
        const Points& points = partition_.points();
        alignas(64) double weights[kLanes], changes[kLanes], leaving[kLanes], entering[kLanes];
        std::uint32_t rows[kLanes];
        std::int32_t categories[kLanes];
        bool is_member[kLanes];
        for (std::size_t p = 0; p < kLanes; ++p) {
            rows[p] = static_cast<std::uint32_t>(first + std::min(p, count - 1));
            weights[p] = points.weight(rows[p]);
            categories[p] = partition_.category(rows[p]);
            entering[p] = kImpossible;
        }
        points.tile(rows, count, features_.data());
        for (std::size_t c = 0; c < partition_.n_clusters(); ++c) {
            for (std::size_t p = 0; p < kLanes; ++p)
                is_member[p] = partition_.labels()[rows[p]] == static_cast<std::int32_t>(c);
            const Tile tile{features_.data(), weights, !points.is_weighted(), is_member};
            partition_.clusters()[c].tile_changes(tile, categories, changes);
            for (std::size_t p = 0; p < kLanes; ++p) {
                if (is_member[p])
                    leaving[p] = changes[p];
                else
                    entering[p] = std::min(entering[p], changes[p]);
            }
        }
        for (std::size_t p = 0; p < count; ++p)
            if (partition_.is_orphan(rows[p]) || leaving[p] + entering[p] < -tolerance) out.push_back(rows[p]);
    }

private:
    const Partition& partition_;
    std::vector<double> features_;
};

struct Pass {
    std::size_t moves = 0;
    bool has_dissolved = false;
    bool is_cancelled = false;
};

Pass run_pass(Partition& partition, const DescentOptions& options) {
    Pass result;
    Screen screen(partition);
    const std::size_t n = partition.points().size();
    const double tolerance = improvement_tolerance(partition);
    std::vector<double> x(partition.points().dimension());
    std::vector<std::uint32_t> candidates;
    for (std::size_t first = 0; first < n; first += options.block) {
        if (options.is_cancelled && options.is_cancelled->load(std::memory_order_relaxed)) {
            result.is_cancelled = true;
            return result;
        }
        if (partition.n_clusters() < 2) break;
        const std::size_t end = std::min(n, first + options.block);
        candidates.clear();
        if (options.block == 1)
            candidates.push_back(static_cast<std::uint32_t>(first));
        else
            for (std::size_t at = first; at < end; at += kLanes)
                screen.wanting_to_move(at, std::min(kLanes, end - at), tolerance, candidates);
        for (std::uint32_t i : candidates) {
            partition.points().row(i, x.data());
            const Choice choice = best_move(partition, i, x.data());
            if (!(choice.change < -tolerance)) continue;
            result.has_dissolved |= partition.move(i, x.data(), choice.cluster);
            ++result.moves;
        }
    }
    if (result.has_dissolved) partition.place_orphans();
    return result;
}

}  // namespace

double improvement_tolerance(const Partition& partition) {
    return 1e-9 * (1.0 + 1e-6 * static_cast<double>(partition.points().size()));
}

Descent descend(Partition& partition, const DescentOptions& options) {
    Descent result;
    while (result.passes < options.max_passes) {
        const Pass pass = run_pass(partition, options);
        if (pass.is_cancelled) return result;
        if (pass.moves > 0) partition.refresh();
        ++result.passes;
        const double cost = partition.cost().total();
        if (pass.has_dissolved) result.trace.clear();
        // Summaries are exact to rounding, and so is the trace: a rise within rounding is not a rise.
        result.trace.push_back(result.trace.empty() ? cost : std::min(cost, result.trace.back()));
        if (options.on_pass) options.on_pass({result.passes, pass.moves, partition.n_clusters(), cost});
        if (pass.moves == 0) {
            result.has_converged = true;
            break;
        }
    }
    return result;
}

}  // namespace cecib
