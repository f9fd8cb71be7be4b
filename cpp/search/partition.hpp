#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/exact_root.hpp"
#include "data/points.hpp"
#include "data/units.hpp"
#include "numerics/team.hpp"
#include "search/cluster.hpp"

namespace cecib {

// The expert's labels: one category per point, kUnlabelled where there is none.
struct Labelling {
    const std::int32_t* categories;
    std::size_t n_categories;
};

// The least weight of a cluster, and what becomes of a move that would leave one with less: the cluster is dissolved,
// as in the paper, or the move is not made.
struct SizeRule {
    double min_weight = 0.0;
    bool forbids = false;
};

// The codes that clusters start from: one for all, or one for each.
using Prototypes = std::vector<const GaussianCode*>;

// A partition of the points into clusters, its cost, and the moves that change it. Exact after every move.
class Partition {
public:
    // labels: the cluster of each point, or −1 for one that has to find its place. Clusters that are smaller than
    // min_weight, or that the family cannot code, are dissolved at once; if all are, the points become one cluster of
    // the first family. prototypes: one code for all clusters, or one for each; a cluster keeps the family it starts
    // with. Summaries have covariances if a family needs them or they are asked for. bonds: rows that belong together
    // become units, which are never divided; where the labels divide one, all of it goes where most of it is. absent:
    // points that are not here and stay in their clusters, a summary for each; such a partition may only descend.
    Partition(const Points& points, Labelling labelling, std::vector<std::int32_t> labels, std::size_t n_clusters,
              const Prototypes& prototypes, const CostSetting& setting, SizeRule size_rule, double resolution,
              std::shared_ptr<const Bonds> bonds = nullptr, bool keeps_covariances = false,
              std::vector<Summary> absent = {});

    const Points& points() const { return *points_; }
    const std::vector<std::int32_t>& labels() const { return labels_; }
    const std::vector<Cluster>& clusters() const { return clusters_; }
    std::size_t n_clusters() const { return clusters_.size(); }
    std::int32_t category(std::size_t i) const { return labelling_.categories[i]; }
    double min_weight() const { return size_rule_.min_weight; }
    CostTerms cost() const;  // in nats, not divided by the number of points
    // The part of it that is the cost of cluster c, with the pairs in it that should be apart.
    CostTerms cost_of(std::size_t c) const;

    const Bonds* bonds() const { return bonds_.get(); }  // null if all rows are loose
    // Whether row i moves with its unit, and never by itself.
    bool is_bound(std::size_t i) const { return bonds_ && bonds_->is_bound(i); }

    // Change of the cost when point i leaves its cluster (kImpossible if it must not), or enters cluster c.
    double change_leaving(std::size_t i, const double* x) const;
    double change_entering(std::size_t i, const double* x, std::size_t c) const;

    struct Entry {
        std::size_t cluster;
        double change;
    };
    // The cluster, other than its own, that point i costs least in; the change is kImpossible if none is below a bound.
    Entry cheapest_entry(std::size_t i, const double* x, double bound = kImpossible) const;

    // The same for unit u: its rows move together, and what it should be apart from counts.
    double unit_change_leaving(std::size_t u) const;
    double unit_change_entering(std::size_t u, std::size_t c) const;
    // The cluster, other than its own, that it costs least in. What it would cost if all its points lay at their mean
    // is a bound for each cluster, since the scatter inside a unit only adds to the length of a code.
    Entry cheapest_entry_of_unit(std::size_t u) const;
    bool move_unit(std::size_t u, std::size_t c);
    std::int32_t label_of_unit(std::size_t u) const { return labels_[bonds_->units()[u].rows.front()]; }

    // Moves point i to cluster c. If its old cluster falls below the least weight, that cluster is dissolved: its
    // points become orphans (label −1) and the last cluster takes its number. Returns whether that happened.
    bool move(std::size_t i, const double* x, std::size_t c);
    bool is_orphan(std::size_t i) const { return labels_[i] < 0; }
    // Makes orphans of the points of cluster c; the last cluster takes its number.
    void dissolve(std::size_t c);
    // Each orphan to the cluster that it costs least in.
    void place_orphans();

    // Change of the cost if clusters a and b became one, of the cheaper of their families, from their summaries alone.
    double change_merging(std::size_t a, std::size_t b) const;
    // Makes them one, under the number of a; the last cluster takes the number of b.
    void merge(std::size_t a, std::size_t b);

    std::vector<std::uint32_t> members(std::size_t c) const;
    // A partition of the members of cluster c alone, or of an even share of them, under the same cost; its clusters are
    // of the family of c.
    Partition part(std::size_t c, const Points& members, const std::int32_t* categories,
                   std::vector<std::int32_t> labels, std::size_t n_clusters, double share,
                   std::shared_ptr<const Bonds> bonds) const;
    // Replaces cluster c by the clusters of a part made from its members.
    void replace(std::size_t c, const std::vector<std::uint32_t>& members, const Partition& part);

    // Recomputes all summaries and codes from the points.
    void refresh();
    void refresh(Team& team);

private:
    Summary empty_summary() const;
    void find_means(Team& team);
    void summarise(Team& team);
    std::vector<Summary> summaries_of(const Summary& empty, Team& team) const;
    void rebuild_codes();
    void rebuild_code(std::size_t c);
    void keep_units_whole();
    // What it costs unit u to share cluster c with those that it should be apart from.
    double discord(std::size_t u, std::size_t c) const;
    double discord_between(std::size_t a, std::size_t b) const;  // of the units of two clusters, or of one
    // Change of the cost of cluster c if it had this summary, with or without unit u.
    double change_to(std::size_t c, const Summary& summary, std::size_t u, bool is_entering) const;
    const Summary& summary_of_unit(std::size_t u) const { return (*unit_summaries_)[u]; }
    bool rebuild_carefully(std::size_t c);  // from the points, through a root of the scatter
    RootedSummary rooted(std::size_t c, std::size_t except) const;
    void erase(std::size_t c);  // nobody belongs to it any more; the last cluster takes its number
    void make_single_cluster();
    bool is_too_small(const Cluster& cluster) const;
    bool has_lost_all(std::size_t c) const;

    const Points* points_;
    Labelling labelling_;
    std::vector<std::int32_t> labels_;
    std::shared_ptr<const Bonds> bonds_;
    std::shared_ptr<const std::vector<Summary>> unit_summaries_;
    std::shared_ptr<const GaussianCode> prototype_;
    CostSetting setting_;
    SizeRule size_rule_;
    double resolution_;
    bool has_covariances_;
    std::vector<Summary> absent_;
    std::vector<Cluster> clusters_;
};

}  // namespace cecib
