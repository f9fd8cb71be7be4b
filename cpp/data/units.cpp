#include "data/units.hpp"

#include <algorithm>

namespace cecib {

Bonds::Bonds(std::vector<std::int32_t> groups, Pairs apart, double apart_weight)
    : groups_(std::move(groups)), apart_(std::move(apart)), apart_weight_(apart_weight),
      unit_of_row_(groups_.size(), -1) {
    gather_units();
    gather_pairs();
}

void Bonds::gather_units() {
    std::int32_t n_groups = 0;
    for (std::int32_t group : groups_) n_groups = std::max(n_groups, group + 1);
    std::vector<std::uint32_t> sizes(static_cast<std::size_t>(n_groups), 0);
    for (std::int32_t group : groups_)
        if (group >= 0) ++sizes[static_cast<std::size_t>(group)];
    std::vector<bool> has_others(size(), false);
    for (const auto& [i, j] : apart_) has_others[i] = has_others[j] = true;
    std::vector<std::int32_t> of_group(sizes.size(), -1);
    for (std::size_t i = 0; i < size(); ++i) {
        const std::int32_t group = groups_[i];
        const bool has_company = group >= 0 && sizes[static_cast<std::size_t>(group)] > 1;
        if (!has_company && !has_others[i]) {
            loose_.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        std::int32_t own = has_company ? of_group[static_cast<std::size_t>(group)] : -1;
        if (own < 0) {
            own = static_cast<std::int32_t>(units_.size());
            units_.emplace_back();
            if (has_company) of_group[static_cast<std::size_t>(group)] = own;
        }
        units_[static_cast<std::size_t>(own)].rows.push_back(static_cast<std::uint32_t>(i));
        unit_of_row_[i] = own;
    }
}

// Two units may be held apart by several pairs.
void Bonds::gather_pairs() {
    Pairs pairs;
    for (const auto& [i, j] : apart_) {
        const auto a = static_cast<std::uint32_t>(unit_of(i)), b = static_cast<std::uint32_t>(unit_of(j));
        pairs.emplace_back(a, b);
        pairs.emplace_back(b, a);
    }
    std::sort(pairs.begin(), pairs.end());
    for (const auto& [a, b] : pairs) {
        auto& own = units_[a].apart;
        if (own.empty() || own.back().first != b) own.emplace_back(b, 0.0);
        own.back().second += apart_weight_;
    }
}

Bonds Bonds::subset(const std::vector<std::uint32_t>& rows) const {
    std::vector<std::int32_t> place(size(), -1), groups;
    for (std::size_t p = 0; p < rows.size(); ++p) {
        place[rows[p]] = static_cast<std::int32_t>(p);
        groups.push_back(groups_[rows[p]]);
    }
    Pairs apart;
    for (const auto& [i, j] : apart_)
        if (place[i] >= 0 && place[j] >= 0)
            apart.emplace_back(static_cast<std::uint32_t>(place[i]), static_cast<std::uint32_t>(place[j]));
    return Bonds(std::move(groups), std::move(apart), apart_weight_);
}

std::vector<Summary> Bonds::summaries(const Points& points, const std::int32_t* categories,
                                      const Summary& empty) const {
    std::vector<Summary> result(units_.size(), empty);
    std::vector<double> x(points.dimension());
    for (std::size_t u = 0; u < units_.size(); ++u)
        for (std::uint32_t i : units_[u].rows) {
            points.row(i, x.data());
            result[u].add(x.data(), points.weight(i), categories[i]);
        }
    return result;
}

}  // namespace cecib
