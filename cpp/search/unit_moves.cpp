// What a partition does with units: rows that move together, and should be apart from others.
#include <algorithm>
#include <map>

#include "codes/singularity.hpp"
#include "data/exact_root.hpp"
#include "search/partition.hpp"

namespace cecib {

CostTerms Partition::cost_of(std::size_t c) const {
    CostTerms cost = clusters_[c].cost();
    if (bonds_) cost.consistency += discord_between(c, c);
    return cost;
}

void Partition::keep_units_whole() {
    unit_summaries_ = std::make_shared<const std::vector<Summary>>(
        bonds_->summaries(*points_, labelling_.categories, empty_summary()));
    for (const Unit& unit : bonds_->units()) {
        std::map<std::int32_t, double> mass;
        for (std::uint32_t i : unit.rows)
            if (labels_[i] >= 0) mass[labels_[i]] += points_->weight(i);
        if (mass.empty()) continue;
        auto most = mass.begin();
        for (auto one = mass.begin(); one != mass.end(); ++one)
            if (one->second > most->second) most = one;
        for (std::uint32_t i : unit.rows) labels_[i] = most->first;
    }
}

double Partition::discord(std::size_t u, std::size_t c) const {
    double sum = 0.0;
    for (const auto& [other, charge] : bonds_->units()[u].apart)
        if (label_of_unit(other) == static_cast<std::int32_t>(c)) sum += charge;
    return sum;
}

double Partition::discord_between(std::size_t a, std::size_t b) const {
    double sum = 0.0;
    for (std::size_t u = 0; u < bonds_->units().size(); ++u)
        if (label_of_unit(u) == static_cast<std::int32_t>(a)) sum += discord(u, b);
    return a == b ? 0.5 * sum : sum;
}

double Partition::change_to(std::size_t c, const Summary& summary, std::size_t u, bool is_entering) const {
    const Cluster& cluster = clusters_[c];
    const Summary& own = summary_of_unit(u);
    const double bookkeeping = cluster.bookkeeping_change(is_entering ? own.weight : -own.weight, own.categories);
    if (const std::optional<double> change = cluster.code().change_to(summary)) return *change + bookkeeping;
    std::vector<std::int32_t> labels = labels_;
    for (std::uint32_t i : bonds_->units()[u].rows) labels[i] = is_entering ? static_cast<std::int32_t>(c) : -1;
    RootedSummary exact = rooted_summary(*points_, labelling_.categories, labels, static_cast<std::int32_t>(c), kNobody,
                                         cluster.summary().mean, empty_summary());
    const std::unique_ptr<GaussianCode> code = cluster.code().clone();
    if (!code->rebuild_from_root(exact.summary, std::move(exact.root), resolution_)) return kImpossible;
    return code->length() - cluster.code().length() + bookkeeping;
}

double Partition::unit_change_leaving(std::size_t u) const {
    const Unit& unit = bonds_->units()[u];
    if (label_of_unit(u) < 0) return 0.0;
    const auto c = static_cast<std::size_t>(label_of_unit(u));
    const double relief = discord(u, c);
    if (unit.rows.size() == 1) return change_leaving(unit.rows.front(), summary_of_unit(u).mean.data()) - relief;
    const Cluster& cluster = clusters_[c];
    const double left = cluster.weight() - summary_of_unit(u).weight;
    if (size_rule_.forbids && left < size_rule_.min_weight * (1.0 - 1e-12)) return kImpossible;
    if (left <= kNothing * cluster.weight()) return -cluster.cost().total() - relief;
    Summary rest = cluster.summary();
    rest.separate(summary_of_unit(u));
    return change_to(c, rest, u, false) - relief;
}

double Partition::unit_change_entering(std::size_t u, std::size_t c) const {
    const Unit& unit = bonds_->units()[u];
    if (unit.rows.size() == 1)
        return change_entering(unit.rows.front(), summary_of_unit(u).mean.data(), c) + discord(u, c);
    Summary joined = clusters_[c].summary();
    joined.merge(summary_of_unit(u));
    return change_to(c, joined, u, true) + discord(u, c);
}

Partition::Entry Partition::cheapest_entry_of_unit(std::size_t u) const {
    const Unit& unit = bonds_->units()[u];
    const Summary& own = summary_of_unit(u);
    std::vector<double> bounds(clusters_.size(), 0.0);
    for (const auto& [other, charge] : unit.apart)
        if (label_of_unit(other) >= 0) bounds[static_cast<std::size_t>(label_of_unit(other))] += charge;
    for (std::size_t c = 0; c < clusters_.size(); ++c)
        bounds[c] += clusters_[c].code().change_with(own.mean.data(), own.weight) +
                     clusters_[c].bookkeeping_change(own.weight, own.categories);
    if (label_of_unit(u) >= 0) bounds[static_cast<std::size_t>(label_of_unit(u))] = kImpossible;
    Entry best{0, kImpossible};
    while (true) {
        const auto next = std::min_element(bounds.begin(), bounds.end());
        if (!(*next < best.change)) return best;
        const auto c = static_cast<std::size_t>(next - bounds.begin());
        const double change = unit.rows.size() == 1 ? *next : unit_change_entering(u, c);
        if (change < best.change) best = {c, change};
        *next = kImpossible;
    }
}

bool Partition::move_unit(std::size_t u, std::size_t c) {
    const Unit& unit = bonds_->units()[u];
    if (unit.rows.size() == 1) return move(unit.rows.front(), summary_of_unit(u).mean.data(), c);
    const std::int32_t old = label_of_unit(u);
    for (std::uint32_t i : unit.rows) labels_[i] = static_cast<std::int32_t>(c);
    Summary joined = clusters_[c].summary();
    joined.merge(summary_of_unit(u));
    clusters_[c].set_summary(std::move(joined));
    rebuild_code(c);
    if (old < 0) return false;
    const auto left = static_cast<std::size_t>(old);
    Summary rest = clusters_[left].summary();
    rest.separate(summary_of_unit(u));
    clusters_[left].set_summary(std::move(rest));
    if (is_too_small(clusters_[left]) || has_lost_all(left)) {
        dissolve(left);
        return true;
    }
    rebuild_code(left);
    return false;
}

}  // namespace cecib
