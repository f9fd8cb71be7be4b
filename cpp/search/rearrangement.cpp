#include "search/rearrangement.hpp"

#include <algorithm>
#include <set>

#include "search/audit.hpp"
#include "search/proposals.hpp"

namespace cecib {

namespace {

constexpr std::size_t kSettlingPasses = 30;
// Splits of larger clusters are tried on a sample of their points first; only smaller ones are considered for
// dissolution.
constexpr std::size_t kSample = 4000;
constexpr double kAsked = 5.0;  // nats of the labels: a few of them that were in the wrong company

std::uint64_t scramble(std::uint64_t x) {  // splitmix64
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// A number that stands for a set of points, so that what has failed once on a cluster is not tried on it again.
std::uint64_t fingerprint(const std::vector<std::uint32_t>& members) {
    std::uint64_t sum = 0;
    for (std::uint32_t i : members) sum += scramble(i);
    return sum;
}

// By how much the cost would change if two clusters became one, for all pairs; a merge makes few of them anew.
class PairChanges {
public:
    struct Pair {
        std::size_t a, b;
        double change;
    };

    explicit PairChanges(const Partition& partition) : partition_(partition), rows_(partition.n_clusters()) {
        for (std::size_t a = 0; a < rows_.size(); ++a) make_anew(a);
    }

    Pair least() const {
        Pair best{0, 0, kImpossible};
        for (std::size_t a = 0; a < rows_.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (rows_[a][b] < best.change) best = {b, a, rows_[a][b]};
        return best;
    }

    // b has become part of a, and the last cluster has taken its number.
    void merged(std::size_t a, std::size_t b) {
        const std::size_t last = rows_.size() - 1;
        if (b != last)
            for (std::size_t c = 0; c < last; ++c)
                if (c != b) (c < b ? rows_[b][c] : rows_[c][b]) = rows_[last][c];
        rows_.pop_back();
        make_anew(a);
        for (std::size_t c = a + 1; c < rows_.size(); ++c) rows_[c][a] = partition_.change_merging(a, c);
    }

private:
    void make_anew(std::size_t a) {
        rows_[a].resize(a);
        for (std::size_t b = 0; b < a; ++b) rows_[a][b] = partition_.change_merging(b, a);
    }

    const Partition& partition_;
    std::vector<std::vector<double>> rows_;  // of the pairs (a, b < a)
};

class Rearranger {
public:
    Rearranger(Partition& partition, const SearchOptions& options)
        : partition_(partition), options_(options), tolerance_(improvement_tolerance(partition)) {}

    // The best pairs first, as long as they lower the cost.
    bool merge_pairs() {
        bool has_merged = false;
        PairChanges changes(partition_);
        while (!is_cancelled()) {
            const auto [a, b, change] = changes.least();
            if (!(change < -tolerance_)) break;
            partition_.merge(a, b);
            changes.merged(a, b);
            audit(partition_, "after a merge");
            has_merged = true;
        }
        return has_merged;
    }

    bool split_clusters() {
        bool has_split = false;
        const std::size_t k = partition_.n_clusters();
        for (std::size_t c = 0; c < k && !is_cancelled(); ++c) has_split |= split(c);
        return has_split;
    }

    // Gives up one cluster, the first whose points are better off elsewhere.
    bool dissolve_one() {
        for (std::size_t c = 0; c < partition_.n_clusters() && partition_.n_clusters() > 1 && !is_cancelled(); ++c) {
            const std::vector<std::uint32_t> rows = partition_.members(c);
            if (rows.size() > kSample) continue;
            if (!undissolved_.insert(scramble(fingerprint(rows) ^ partition_.n_clusters())).second) continue;
            Partition trial = partition_;
            trial.dissolve(c);
            trial.place_orphans();
            if (trial.cost().total() < partition_.cost().total() - tolerance_) {
                partition_ = std::move(trial);
                audit(partition_, "after a dissolution");
                return true;
            }
        }
        return false;
    }

private:
    // The members of a cluster, or an even sample of them, ready to be divided.
    struct Members {
        std::vector<std::uint32_t> rows;
        Points points;
        std::vector<std::int32_t> categories;
        double share;  // of the cluster that they stand for
        std::shared_ptr<const Bonds> bonds;
    };

    Members members_at(const std::vector<std::uint32_t>& all, std::size_t step) const {
        std::vector<std::uint32_t> rows = partition_.bonds() ? units_at(all, step) : rows_at(all, step);
        std::vector<std::int32_t> categories;
        for (std::uint32_t row : rows) categories.push_back(partition_.category(row));
        Points points = partition_.points().subset(rows);
        double share = 1.0 / static_cast<double>(step);
        std::shared_ptr<const Bonds> bonds;
        if (partition_.bonds()) {
            bonds = std::make_shared<Bonds>(partition_.bonds()->subset(rows));
            if (step > 1) share = points.total_weight() / partition_.points().subset(all).total_weight();
        }
        return {std::move(rows), std::move(points), std::move(categories), share, std::move(bonds)};
    }

    static std::vector<std::uint32_t> rows_at(const std::vector<std::uint32_t>& all, std::size_t step) {
        std::vector<std::uint32_t> rows;
        for (std::size_t p = 0; p < all.size(); p += step) rows.push_back(all[p]);
        return rows;
    }

    // The same of loose rows and of whole units.
    std::vector<std::uint32_t> units_at(const std::vector<std::uint32_t>& all, std::size_t step) const {
        std::vector<std::uint32_t> rows;
        std::size_t n_loose = 0, n_units = 0;
        for (std::uint32_t row : all) {
            if (!partition_.is_bound(row)) {
                if (n_loose++ % step == 0) rows.push_back(row);
                continue;
            }
            const Bonds& bonds = *partition_.bonds();
            const std::vector<std::uint32_t>& unit = bonds.units()[bonds.unit_of(row)].rows;
            if (unit.front() == row && n_units++ % step == 0) rows.insert(rows.end(), unit.begin(), unit.end());
        }
        std::sort(rows.begin(), rows.end());
        return rows;
    }

    bool split(std::size_t c) {
        if (partition_.n_clusters() >= options_.max_clusters) return false;
        if (partition_.clusters()[c].weight() < 2.0 * partition_.min_weight()) return false;
        const std::vector<std::uint32_t> rows = partition_.members(c);
        if (rows.size() < 2 || !unsplit_.insert(fingerprint(rows)).second) return false;
        const std::size_t step = (rows.size() + kSample - 1) / kSample;
        const Members sample = members_at(rows, step);
        std::vector<Proposal> proposals =
            propose_splits(sample.points, sample.categories, *partition_.clusters()[c].setting().labels,
                           partition_.clusters()[c].summary(), options_.metric);
        std::unique_ptr<Partition> best = best_division(c, sample, std::move(proposals));
        if (best && step > 1) {  // what is better for the sample has to be better for all
            const Members all = members_at(rows, 1);
            best = best_division(c, all, {follow(*best, all.points)});
        }
        if (!best) return false;
        partition_.replace(c, rows, *best);
        audit(partition_, "after a split");
        return true;
    }

    // Each point to the cluster of a partition of some of them that it costs least in.
    static Proposal follow(const Partition& part, const Points& points) {
        Proposal labels(points.size());
        std::vector<double> x(points.dimension());
        for (std::size_t i = 0; i < points.size(); ++i) {
            points.row(i, x.data());
            double least = kImpossible;
            for (std::size_t c = 0; c < part.n_clusters(); ++c) {
                const double change = part.clusters()[c].change_with(x.data(), points.weight(i), kUnlabelled);
                if (change >= least) continue;
                least = change;
                labels[i] = static_cast<std::int32_t>(c);
            }
        }
        return labels;
    }

    // Whether the parts lie apart as far as they have to, or labels ask for them.
    bool is_worth_it(const Partition& parts, const CostTerms& together) const {
        const CostTerms apart = parts.cost();
        return apart.total() <= together.total() - options_.split_gain * outside(parts) ||
               apart.consistency < together.consistency - kAsked;
    }

    // Weight of all parts but the largest.
    static double outside(const Partition& parts) {
        double sum = 0.0, largest = 0.0;
        for (const Cluster& part : parts.clusters()) {
            sum += part.weight();
            largest = std::max(largest, part.weight());
        }
        return sum - largest;
    }

    // The best of the proposals once its points have settled, if it is better than leaving them together.
    std::unique_ptr<Partition> best_division(std::size_t c, const Members& members,
                                             std::vector<Proposal> proposals) const {
        const auto divide = [&](Proposal labels, std::size_t parts) {
            return std::make_unique<Partition>(partition_.part(c, members.points, members.categories.data(),
                                                               std::move(labels), parts, members.share, members.bonds));
        };
        const CostTerms together =
            members.share < 1.0 ? divide(Proposal(members.rows.size(), 0), 1)->cost() : partition_.cost_of(c);
        double least = together.total() - tolerance_;
        std::unique_ptr<Partition> best;
        DescentOptions settling = options_.descent;
        settling.max_passes = kSettlingPasses;
        settling.on_pass = nullptr;
        for (Proposal& proposal : proposals) {
            const auto parts = static_cast<std::size_t>(*std::max_element(proposal.begin(), proposal.end())) + 1;
            std::unique_ptr<Partition> trial = divide(std::move(proposal), parts);
            if (trial->n_clusters() < 2) continue;
            if (settling.block) settling.goal = least;  // few points can afford to settle
            descend(*trial, settling);
            const double cost = trial->cost().total();
            if (trial->n_clusters() > 1 && cost < least && is_worth_it(*trial, together) &&
                partition_.n_clusters() + trial->n_clusters() - 1 <= options_.max_clusters) {
                least = cost;
                best = std::move(trial);
            }
        }
        return best;
    }

    bool is_cancelled() const {
        return options_.descent.is_cancelled && options_.descent.is_cancelled->load(std::memory_order_relaxed);
    }

    Partition& partition_;
    const SearchOptions& options_;
    double tolerance_;
    std::set<std::uint64_t> unsplit_, undissolved_;
};

void append(Descent& all, const Descent& more) {
    all.passes += more.passes;
    all.has_converged = more.has_converged;
    all.trace.insert(all.trace.end(), more.trace.begin(), more.trace.end());
}

}  // namespace

Descent search(Partition& partition, const SearchOptions& options) {
    Rearranger rearranger(partition, options);
    Descent all = descend(partition, options.descent);
    while (all.has_converged &&
           (rearranger.merge_pairs() || rearranger.split_clusters() || rearranger.dissolve_one())) {
        partition.refresh();
        DescentOptions rest = options.descent;
        rest.max_passes = options.descent.max_passes - std::min(options.descent.max_passes, all.passes);
        append(all, descend(partition, rest));
    }
    // No pass may have been left after the last rearrangement.
    if (!all.trace.empty()) all.trace.back() = std::min(all.trace.back(), partition.cost().total());
    return all;
}

}  // namespace cecib
