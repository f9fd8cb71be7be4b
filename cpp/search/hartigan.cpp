#include "search/hartigan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numerics/team.hpp"
#include "search/audit.hpp"
#include "search/screen.hpp"

namespace cecib {

namespace {

// Points whose best move would cost less than the margin are looked at again in the passes between two full ones. It
// is some times what the moves of the pass before have shown to be needed: where clusters drift slowly, little.
constexpr float kWidestMargin = 3.0F, kLeastMargin = 1e-3F, kTimes = 4.0F;
constexpr std::size_t kActivePasses = 12;
constexpr std::size_t kUnitsPerBlock = 256, kUnitsPerJob = 16;  // units judged together, and by one thread
// The change with a unit is a difference of whole costs, so it has fewer digits than that with a point.
constexpr double kUnitTolerance = 1e-12;  // for each point

struct Pass {
    std::size_t moves = 0;
    bool has_dissolved = false;
    bool is_cancelled = false;
};

struct Cancelled {};

Listen listen_to(const std::atomic<bool>* is_cancelled) {
    if (!is_cancelled) return {};
    return [is_cancelled] {
        if (is_cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
    };
}

class Passes {
public:
    Passes(Partition& partition, const DescentOptions& options)
        : partition_(partition), options_(options), tolerance_(improvement_tolerance(partition)),
          unit_tolerance_(tolerance_ + kUnitTolerance * static_cast<double>(partition.points().size())),
          team_(options.block ? options.threads : 1, listen_to(options.is_cancelled)),
          x_(partition.points().dimension()) {}

    void refresh() { partition_.refresh(team_); }

    bool keeps_margins() const { return options_.block.has_value(); }

    Pass over_all_points() {
        const std::size_t n = partition_.points().size();
        const Bonds* bonds = partition_.bonds();
        Pass pass;
        if (!keeps_margins())
            one_by_one(n, pass);
        else if (bonds)
            over_blocks(bonds->loose().size(), bonds->loose().data(), pass);
        else
            over_blocks(n, nullptr, pass);
        if (bonds) over_units(true, pass);
        return settled(pass);
    }

    Pass over_active_points() {
        active_.clear();
        for (std::size_t i = 0; i < margins_.size(); ++i)
            if (margins_[i] < margin_ && !partition_.is_bound(i)) active_.push_back(static_cast<std::uint32_t>(i));
        needed_ = 0.0F;
        Pass pass;
        over_blocks(active_.size(), active_.data(), pass);
        margin_ = std::clamp(kTimes * needed_, kLeastMargin, kWidestMargin);
        if (partition_.bonds()) over_units(false, pass);
        return settled(pass);
    }

private:
    bool is_cancelled() const {
        return options_.is_cancelled && options_.is_cancelled->load(std::memory_order_relaxed);
    }

    void one_by_one(std::size_t n, Pass& pass) {
        for (std::size_t i = 0; i < n && partition_.n_clusters() > 1; ++i) {
            if (i % 16 == 0 && is_cancelled()) {
                pass.is_cancelled = true;
                return;
            }
            if (!partition_.is_bound(i)) move_to_best(i, pass);
        }
    }

    // rows: which points, or null for all of them.
    void over_blocks(std::size_t count, const std::uint32_t* rows, Pass& pass) {
        const Screen screen(partition_, team_);
        margins_.resize(partition_.points().size(), 0.0F);
        const std::size_t block = *options_.block;
        wishes_.resize(block);
        block_.resize(block);
        for (std::size_t first = 0; first < count && partition_.n_clusters() > 1; first += block) {
            if (is_cancelled()) {
                pass.is_cancelled = true;
                return;
            }
            const std::size_t size = std::min(block, count - first);
            if (rows)
                std::copy(rows + first, rows + first + size, block_.begin());
            else
                std::iota(block_.begin(), block_.begin() + static_cast<std::ptrdiff_t>(size),
                          static_cast<std::uint32_t>(first));
            screen.judge(block_.data(), size, wishes_.data());
            grant_wishes(size, pass);
        }
    }

    // The units after the loose rows: some of them judged together, then one at a time.
    void over_units(bool takes_all, Pass& pass) {
        const std::size_t count = partition_.bonds()->units().size();
        unit_margins_.resize(count, 0.0F);
        unit_wishes_.resize(kUnitsPerBlock);
        for (std::size_t first = 0; first < count && partition_.n_clusters() > 1 && !pass.is_cancelled;
             first += kUnitsPerBlock) {
            pass.is_cancelled = is_cancelled();
            unit_block_.clear();
            for (std::size_t u = first; u < std::min(count, first + kUnitsPerBlock); ++u)
                if (takes_all || unit_margins_[u] < kWidestMargin) unit_block_.push_back(static_cast<std::uint32_t>(u));
            team_.run((unit_block_.size() + kUnitsPerJob - 1) / kUnitsPerJob, [&](std::size_t job) {
                for (std::size_t p = job * kUnitsPerJob; p < std::min(unit_block_.size(), (job + 1) * kUnitsPerJob);
                     ++p)
                    unit_wishes_[p] = wish_of_unit(unit_block_[p]);
            });
            grant_unit_wishes(pass);
        }
    }

    void grant_unit_wishes(Pass& pass) {
        bool is_stale = false;  // a unit has moved, so that others may want something else
        for (std::size_t p = 0; p < unit_block_.size() && partition_.n_clusters() > 1; ++p) {
            const std::uint32_t u = unit_block_[p];
            unit_margins_[u] = static_cast<float>(unit_wishes_[p].change);
            if (!(unit_wishes_[p].change < -unit_tolerance_)) continue;
            const Wish wish = is_stale ? wish_of_unit(u) : unit_wishes_[p];
            if (!(wish.change < -unit_tolerance_)) continue;
            pass.has_dissolved |= partition_.move_unit(u, static_cast<std::size_t>(wish.cluster));
            pass.moves += partition_.bonds()->units()[u].rows.size();
            is_stale = true;
        }
    }

    Wish wish_of_unit(std::size_t u) const {
        const double leaving =
            partition_.label_of_unit(u) < 0 ? -kImpossible : partition_.unit_change_leaving(u);  // orphans want to move
        if (leaving == kImpossible) return {kImpossible, 0};
        const Partition::Entry best = partition_.cheapest_entry_of_unit(u);
        return {leaving + best.change, static_cast<std::int32_t>(best.cluster)};
    }

    // One at a time, against the clusters as they are by now.
    void grant_wishes(std::size_t size, Pass& pass) {
        bool is_stale = false;  // a cluster was dissolved, so that the wishes name the wrong ones
        for (std::size_t p = 0; p < size; ++p) {
            const std::uint32_t i = block_[p];
            const float before = margins_[i];
            margins_[i] = static_cast<float>(wishes_[p].change);
            if (is_stale) {
                move_to_best(i, pass);
                continue;
            }
            if (!(wishes_[p].change < -tolerance_)) continue;
            const auto target = static_cast<std::size_t>(wishes_[p].cluster);
            partition_.points().row(i, x_.data());
            const bool is_better = partition_.is_orphan(i) || partition_.change_leaving(i, x_.data()) +
                                                                      partition_.change_entering(i, x_.data(), target) <
                                                                  -tolerance_;
            if (!is_better) continue;
            needed_ = std::max(needed_, before);
            is_stale = move(i, target, pass);
        }
    }

    void move_to_best(std::size_t i, Pass& pass) {
        partition_.points().row(i, x_.data());
        const double leaving = partition_.change_leaving(i, x_.data());
        if (leaving == kImpossible) return;
        const double bound = partition_.is_orphan(i) ? kImpossible : -tolerance_ - leaving;
        const Partition::Entry best = partition_.cheapest_entry(i, x_.data(), bound);
        if (partition_.is_orphan(i) || best.change < bound) move(i, best.cluster, pass);
    }

    bool move(std::size_t i, std::size_t c, Pass& pass) {
        const bool has_dissolved = partition_.move(i, x_.data(), c);
        pass.has_dissolved |= has_dissolved;
        ++pass.moves;
        return has_dissolved;
    }

    Pass settled(Pass pass) {
        if (pass.has_dissolved && !pass.is_cancelled) partition_.place_orphans();
        return pass;
    }

    Partition& partition_;
    const DescentOptions& options_;
    double tolerance_, unit_tolerance_;
    Team team_;
    std::vector<double> x_;
    std::vector<float> margins_;
    float margin_ = kWidestMargin, needed_ = 0.0F;
    std::vector<float> unit_margins_;
    std::vector<std::uint32_t> active_, block_, unit_block_;
    std::vector<Wish> wishes_, unit_wishes_;
};

// Runs passes and keeps the books: counts, cost, trace, and when to compute the summaries anew from the points.
class Course {
public:
    Course(Partition& partition, const DescentOptions& options)
        : partition_(partition), options_(options), passes_(partition, options) {}

    Descent run() {
        try {
            descend();
        } catch (const Cancelled&) {  // while points were judged or summaries computed: the partition is as it was
            result_.has_converged = false;
        }
        return std::move(result_);
    }

private:
    void descend() {
        while (may_go_on()) {
            if (take(passes_.over_all_points()) == 0) {
                result_.has_converged = !is_cancelled_;
                break;
            }
            for (std::size_t t = 0; passes_.keeps_margins() && t < kActivePasses && may_go_on(); ++t)
                if (take(passes_.over_active_points()) == 0) break;
        }
        if (moves_since_refresh_ > 0) passes_.refresh();
    }

    bool may_go_on() const { return !is_cancelled_ && !is_hopeless_ && result_.passes < options_.max_passes; }

    // Whether the goal is out of reach even if each pass that is left lowers the cost as much as the last one.
    bool is_out_of_reach(double before, double cost) const {
        const auto left = static_cast<double>(options_.max_passes - result_.passes);
        return options_.goal && cost - *options_.goal > left * (before - cost);
    }

    std::size_t take(const Pass& pass) {
        audit(partition_, "after a pass");
        if (pass.is_cancelled) {
            is_cancelled_ = true;
            return 0;
        }
        moves_since_refresh_ += pass.moves;
        if (8 * moves_since_refresh_ > partition_.points().size()) {
            passes_.refresh();
            moves_since_refresh_ = 0;
        }
        ++result_.passes;
        const double cost = partition_.cost().total();
        if (pass.has_dissolved) result_.trace.clear();
        if (!result_.trace.empty()) is_hopeless_ = is_out_of_reach(result_.trace.back(), cost);
        // The running cost is exact to rounding, and so is the trace: a rise within rounding is not a rise.
        result_.trace.push_back(result_.trace.empty() ? cost : std::min(cost, result_.trace.back()));
        if (options_.on_pass) options_.on_pass({result_.passes, pass.moves, partition_.n_clusters(), cost});
        return pass.moves;
    }

    Partition& partition_;
    const DescentOptions& options_;
    Passes passes_;
    Descent result_;
    std::size_t moves_since_refresh_ = 0;
    bool is_cancelled_ = false, is_hopeless_ = false;
};

}  // namespace

double improvement_tolerance(const Partition& partition) {
    return 1e-9 * (1.0 + 1e-6 * static_cast<double>(partition.points().size()));
}

Descent descend(Partition& partition, const DescentOptions& options) { return Course(partition, options).run(); }

}  // namespace cecib
