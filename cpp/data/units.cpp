#include "data/units.hpp"

#include <algorithm>
#include <map>

namespace cecib {

Bonds Bonds::subset(const std::vector<std::uint32_t>& rows) const {
    Bonds result;
    result.apart_weight = apart_weight;
    std::vector<std::int32_t> place(groups.size(), -1);
    for (std::size_t p = 0; p < rows.size(); ++p) {
        place[rows[p]] = static_cast<std::int32_t>(p);
        result.groups.push_back(groups[rows[p]]);
    }
    for (const auto& [i, j] : apart)
        if (place[i] >= 0 && place[j] >= 0)
            result.apart.emplace_back(static_cast<std::uint32_t>(place[i]), static_cast<std::uint32_t>(place[j]));
    return result;
}

Units::Units(const Bonds& bonds, const Points& points, const std::int32_t* categories, const Summary& empty)
    : of_row(points.size(), -1) {
    std::int32_t n_groups = 0;
    for (std::int32_t group : bonds.groups) n_groups = std::max(n_groups, group + 1);
    std::vector<std::uint32_t> sizes(static_cast<std::size_t>(n_groups), 0);
    for (std::int32_t group : bonds.groups)
        if (group >= 0) ++sizes[static_cast<std::size_t>(group)];
    std::vector<bool> has_others(points.size(), false);
    for (const auto& [i, j] : bonds.apart) has_others[i] = has_others[j] = true;

    std::vector<std::int32_t> of_group(sizes.size(), -1);
    std::vector<double> x(points.dimension());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::int32_t group = bonds.groups[i];
        const bool has_company = group >= 0 && sizes[static_cast<std::size_t>(group)] > 1;
        if (!has_company && !has_others[i]) {
            loose.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        std::int32_t own = has_company ? of_group[static_cast<std::size_t>(group)] : -1;
        if (own < 0) {
            own = static_cast<std::int32_t>(all.size());
            all.push_back({{}, empty, {}});
            if (has_company) of_group[static_cast<std::size_t>(group)] = own;
        }
        Unit& unit = all[static_cast<std::size_t>(own)];
        points.row(i, x.data());
        unit.rows.push_back(static_cast<std::uint32_t>(i));
        unit.summary.add(x.data(), points.weight(i), categories[i]);
        of_row[i] = own;
    }
    std::map<std::pair<std::int32_t, std::int32_t>, double> charges;
    for (const auto& [i, j] : bonds.apart) charges[std::minmax(of_row[i], of_row[j])] += bonds.apart_weight;
    for (const auto& [pair, charge] : charges) {
        all[static_cast<std::size_t>(pair.first)].apart.emplace_back(pair.second, charge);
        all[static_cast<std::size_t>(pair.second)].apart.emplace_back(pair.first, charge);
    }
}

}  // namespace cecib
