#include "search/partition.hpp"

#include <algorithm>
#include <cmath>

#include "codes/singularity.hpp"
#include "data/exact_root.hpp"
#include "data/summaries.hpp"

namespace cecib {

Partition::Partition(const Points& points, Labelling labelling, std::vector<std::int32_t> labels,
                     std::size_t n_clusters, const Prototypes& prototypes, const CostSetting& setting,
                     SizeRule size_rule, double resolution, std::shared_ptr<const Bonds> bonds, bool keeps_covariances,
                     std::vector<Summary> absent)
    : points_(&points), labelling_(labelling), labels_(std::move(labels)), bonds_(std::move(bonds)),
      prototype_(prototypes.front()->clone()), setting_(setting), size_rule_(size_rule), resolution_(resolution),
      has_covariances_(keeps_covariances), absent_(std::move(absent)) {
    for (const GaussianCode* prototype : prototypes)
        has_covariances_ = has_covariances_ || prototype->needs_covariances();
    if (bonds_) keep_units_whole();
    const bool has_one_each = prototypes.size() > 1;
    for (std::size_t c = 0; c < n_clusters; ++c) {
        clusters_.emplace_back(empty_summary(), prototypes[has_one_each ? c : 0]->clone(), setting_);
        if (has_one_each) clusters_[c].code().prototype = c;
    }
    Team alone(1);
    find_means(alone);
    summarise(alone);
    for (std::size_t c = n_clusters; c-- > 0;) {
        Cluster& cluster = clusters_[c];
        const bool is_codable =
            !is_too_small(cluster) && (cluster.code().rebuild(cluster.summary()) > kTrusted || rebuild_carefully(c));
        cluster.settle();
        if (!is_codable) dissolve(c);
    }
    if (clusters_.empty()) make_single_cluster();
    place_orphans();
}

Summary Partition::empty_summary() const {
    return Summary(points_->dimension(), labelling_.n_categories, has_covariances_);
}

bool Partition::is_too_small(const Cluster& cluster) const {
    return cluster.weight() <= 0.0 || cluster.weight() < size_rule_.min_weight * (1.0 - 1e-12);
}

void Partition::make_single_cluster() {
    labels_.assign(points_->size(), 0);
    clusters_.emplace_back(empty_summary(), prototype_->clone(), setting_);
    Team alone(1);
    find_means(alone);
    summarise(alone);
    rebuild_codes();
}

CostTerms Partition::cost() const {
    CostTerms sum;
    for (const Cluster& cluster : clusters_) {
        const CostTerms cost = cluster.cost();
        sum.complexity += cost.complexity;
        sum.accuracy += cost.accuracy;
        sum.consistency += cost.consistency;
    }
    for (std::size_t u = 0; bonds_ && u < bonds_->units().size(); ++u)
        if (label_of_unit(u) >= 0) sum.consistency += 0.5 * discord(u, static_cast<std::size_t>(label_of_unit(u)));
    return sum;
}

// Rounding may leave a weight in a cluster without points.
bool Partition::has_lost_all(std::size_t c) const {
    if (clusters_[c].weight() > 1e-9 * setting_.total_weight) return false;
    return std::find(labels_.begin(), labels_.end(), static_cast<std::int32_t>(c)) == labels_.end();
}

double Partition::change_leaving(std::size_t i, const double* x) const {
    if (is_orphan(i)) return 0.0;
    const std::size_t c = static_cast<std::size_t>(labels_[i]);
    const Cluster& cluster = clusters_[c];
    if (size_rule_.forbids && cluster.weight() - points_->weight(i) < size_rule_.min_weight * (1.0 - 1e-12))
        return kImpossible;
    const std::optional<double> change = cluster.change_without(x, points_->weight(i), category(i));
    if (change) return *change;
    if (!absent_.empty()) return kImpossible;
    RootedSummary rest = rooted(c, i);
    const std::unique_ptr<GaussianCode> code = cluster.code().clone();
    if (!code->rebuild_from_root(rest.summary, std::move(rest.root), resolution_)) return kImpossible;
    return code->length() - cluster.code().length() + cluster.bookkeeping_change(-points_->weight(i), category(i));
}

double Partition::change_entering(std::size_t i, const double* x, std::size_t c) const {
    return clusters_[c].change_with(x, points_->weight(i), category(i));
}

bool Partition::move(std::size_t i, const double* x, std::size_t c) {
    const double w = points_->weight(i);
    if (is_orphan(i)) {
        clusters_[c].add(x, w, category(i));
        labels_[i] = static_cast<std::int32_t>(c);
        return false;
    }
    const std::size_t old = static_cast<std::size_t>(labels_[i]);
    const bool is_delicate = !clusters_[old].change_without(x, w, category(i));
    clusters_[c].add(x, w, category(i));
    clusters_[old].remove(x, w, category(i));
    labels_[i] = static_cast<std::int32_t>(c);
    if (is_too_small(clusters_[old]) || has_lost_all(old)) {
        dissolve(old);
        return true;
    }
    if (is_delicate) rebuild_carefully(old);
    return false;
}

void Partition::dissolve(std::size_t c) {
    for (std::int32_t& label : labels_)
        if (label == static_cast<std::int32_t>(c)) label = -1;
    erase(c);
}

Partition::Entry Partition::cheapest_entry(std::size_t i, const double* x, double bound) const {
    Entry best{0, kImpossible};
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
        if (static_cast<std::int32_t>(c) == labels_[i]) continue;
        const double change = clusters_[c].change_with_below(bound, x, points_->weight(i), category(i));
        if (change < bound) {
            best = {c, change};
            bound = change;
        }
    }
    return best;
}

void Partition::place_orphans() {
    std::vector<double> x(points_->dimension());
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        if (!is_orphan(i)) continue;
        if (is_bound(i)) {
            const std::size_t u = bonds_->unit_of(i);
            move_unit(u, cheapest_entry_of_unit(u).cluster);
            continue;
        }
        points_->row(i, x.data());
        move(i, x.data(), cheapest_entry(i, x.data()).cluster);
    }
}

double Partition::change_merging(std::size_t a, std::size_t b) const {
    const Cluster &one = clusters_[a], &other = clusters_[b];
    const double change = cost_merged(one, other) - one.cost().total() - other.cost().total();
    return bonds_ ? change + discord_between(a, b) : change;
}

void Partition::merge(std::size_t a, std::size_t b) {
    std::optional<Cluster> both = merged(clusters_[a], clusters_[b]);
    if (!both) return;
    clusters_[a] = std::move(*both);
    for (std::int32_t& label : labels_)
        if (label == static_cast<std::int32_t>(b)) label = static_cast<std::int32_t>(a);
    erase(b);
}

void Partition::erase(std::size_t c) {
    const auto gone = static_cast<std::int32_t>(c), last = static_cast<std::int32_t>(clusters_.size() - 1);
    if (gone != last) {
        for (std::int32_t& label : labels_)
            if (label == last) label = gone;
        clusters_[c] = std::move(clusters_.back());
    }
    clusters_.pop_back();
}

std::vector<std::uint32_t> Partition::members(std::size_t c) const {
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < labels_.size(); ++i)
        if (labels_[i] == static_cast<std::int32_t>(c)) rows.push_back(static_cast<std::uint32_t>(i));
    return rows;
}

Partition Partition::part(std::size_t c, const Points& members, const std::int32_t* categories,
                          std::vector<std::int32_t> labels, std::size_t n_clusters, double share,
                          std::shared_ptr<const Bonds> bonds) const {
    const CostSetting setting{setting_.labels, share * setting_.total_weight};
    const SizeRule size_rule{share * size_rule_.min_weight, size_rule_.forbids};
    return Partition(members, Labelling{categories, labelling_.n_categories}, std::move(labels), n_clusters,
                     {&clusters_[c].code()}, setting, size_rule, resolution_, std::move(bonds), has_covariances_);
}

void Partition::replace(std::size_t c, const std::vector<std::uint32_t>& members, const Partition& part) {
    const auto next = static_cast<std::int32_t>(clusters_.size());
    for (std::size_t p = 0; p < members.size(); ++p) {
        const std::int32_t label = part.labels_[p];
        labels_[members[p]] = label == 0 ? static_cast<std::int32_t>(c) : next + label - 1;
    }
    clusters_[c] = part.clusters_[0];
    clusters_.insert(clusters_.end(), part.clusters_.begin() + 1, part.clusters_.end());
}

void Partition::refresh() {
    Team alone(1);
    refresh(alone);
}

void Partition::refresh(Team& team) {
    summarise(team);
    rebuild_codes();
}

void Partition::rebuild_codes() {
    for (std::size_t c = 0; c < clusters_.size(); ++c) rebuild_code(c);
}

void Partition::rebuild_code(std::size_t c) {
    if (!(clusters_[c].code().rebuild(clusters_[c].summary()) > kTrusted)) rebuild_carefully(c);
    clusters_[c].settle();
}

std::vector<Summary> Partition::summaries_of(const Summary& empty, Team& team) const {
    std::vector<const double*> centres;
    for (const Cluster& cluster : clusters_) centres.push_back(cluster.summary().mean.data());
    return cecib::summarise(*points_, labelling_.categories, labels_, centres, empty, team);
}

// Around which the points are summarised; without the absent ones they are near enough.
void Partition::find_means(Team& team) {
    std::vector<Summary> fresh = summaries_of(Summary(points_->dimension(), labelling_.n_categories, false), team);
    for (std::size_t c = 0; c < clusters_.size(); ++c) clusters_[c].set_summary(std::move(fresh[c]));
}

void Partition::summarise(Team& team) {
    std::vector<Summary> fresh = summaries_of(empty_summary(), team);
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
        if (!absent_.empty()) fresh[c].merge(absent_[c]);
        clusters_[c].set_summary(std::move(fresh[c]));
    }
}

bool Partition::rebuild_carefully(std::size_t c) {
    if (!absent_.empty()) return clusters_[c].code().rebuild(clusters_[c].summary()) > 0.0;
    RootedSummary own = rooted(c, kNobody);
    const bool is_codable = clusters_[c].code().rebuild_from_root(own.summary, std::move(own.root), resolution_);
    clusters_[c].set_summary(std::move(own.summary));
    return is_codable;
}

RootedSummary Partition::rooted(std::size_t c, std::size_t except) const {
    return rooted_summary(*points_, labelling_.categories, labels_, static_cast<std::int32_t>(c), except,
                          clusters_[c].summary().mean, empty_summary());
}

}  // namespace cecib
