#include "search/proposals.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "numerics/triangular.hpp"

namespace cecib {

namespace {

constexpr std::size_t kAxes = 3;
constexpr std::size_t kCategories = 4;
constexpr std::size_t kParts = 4;  // groups of which two together are not worth a cluster may be four together

// Leading eigenvectors of the scatter under the metric, by power iteration with deflation.
std::vector<std::vector<double>> principal_axes(std::vector<double> a, const std::vector<double>& metric,
                                                std::size_t count) {
    const std::size_t d = metric.size();
    for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            a[i * d + j] = a[j * d + i] = a[i * d + j] * std::sqrt(metric[i] * metric[j]);
    std::vector<std::vector<double>> axes;
    for (std::size_t found = 0; found < std::min(count, d); ++found) {
        std::size_t widest = 0;
        for (std::size_t j = 1; j < d; ++j)
            if (a[j * d + j] > a[widest * d + widest]) widest = j;
        if (!(a[widest * d + widest] > 0.0)) break;
        std::vector<double> v(a.begin() + static_cast<std::ptrdiff_t>(widest * d),
                              a.begin() + static_cast<std::ptrdiff_t>((widest + 1) * d));
        double value = 0.0;
        std::vector<double> next(d);
        for (int step = 0; step < 200; ++step) {
            symmetric_times(a, v.data(), next.data(), d);
            double norm = 0.0, change = 0.0;
            for (double x : next) norm += x * x;
            norm = std::sqrt(norm);
            if (!(norm > 0.0)) break;
            for (std::size_t i = 0; i < d; ++i) {
                change += std::fabs(next[i] / norm - v[i]);
                v[i] = next[i] / norm;
            }
            value = norm;
            if (change < 1e-9) break;
        }
        for (std::size_t i = 0; i < d; ++i)
            for (std::size_t j = 0; j < d; ++j) a[i * d + j] -= value * v[i] * v[j];
        for (std::size_t j = 0; j < d; ++j) v[j] *= std::sqrt(metric[j]);
        axes.push_back(std::move(v));
    }
    return axes;
}

// v := rowsᵀ diag(w) rows v, made orthogonal to other axes and of length 1; false if nothing is left of it.
bool step_towards_axis(const std::vector<double>& rows, const Points& members,
                       const std::vector<std::vector<double>>& others, std::vector<double>& v) {
    const std::size_t d = v.size();
    std::vector<double> next(d, 0.0);
    for (std::size_t i = 0; i < members.size(); ++i) {
        const double* u = &rows[i * d];
        double along = 0.0;
        for (std::size_t j = 0; j < d; ++j) along += u[j] * v[j];
        along *= members.weight(i);
        for (std::size_t j = 0; j < d; ++j) next[j] += along * u[j];
    }
    for (const std::vector<double>& other : others) {
        double shared = 0.0;
        for (std::size_t j = 0; j < d; ++j) shared += other[j] * next[j];
        for (std::size_t j = 0; j < d; ++j) next[j] -= shared * other[j];
    }
    double norm = 0.0;
    for (double x : next) norm += x * x;
    norm = std::sqrt(norm);
    if (!(norm > 0.0)) return false;
    for (std::size_t j = 0; j < d; ++j) v[j] = next[j] / norm;
    return true;
}

// Leading axes without the scatter, from the points, in O(n d). They are rough, which is good enough for a start.
std::vector<std::vector<double>> axes_of_points(const Points& members, const Summary& summary,
                                                const std::vector<double>& metric, std::size_t count) {
    constexpr int kSteps = 10;
    const std::size_t d = metric.size();
    std::vector<double> rows(members.size() * d), unit(d);
    std::size_t widest = 0;
    for (std::size_t j = 0; j < d; ++j) {
        unit[j] = std::sqrt(metric[j]);
        if (summary.square(j) * metric[j] > summary.square(widest) * metric[widest]) widest = j;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        members.row(i, &rows[i * d]);
        for (std::size_t j = 0; j < d; ++j) rows[i * d + j] = unit[j] * (rows[i * d + j] - summary.mean[j]);
    }
    std::vector<std::vector<double>> found;
    for (std::size_t number = 0; number < std::min(count, d); ++number) {
        std::vector<double> v(d, number == 0 ? 0.0 : 1.0);
        v[widest] = 1.0;
        bool is_axis = true;
        for (int step = 0; step < kSteps && is_axis; ++step) is_axis = step_towards_axis(rows, members, found, v);
        if (!is_axis) break;
        found.push_back(std::move(v));
    }
    for (std::vector<double>& axis : found)
        for (std::size_t j = 0; j < d; ++j) axis[j] *= unit[j];
    return found;
}

double square_distance(const double* a, const double* b, const std::vector<double>& metric) {
    double sum = 0.0;
    for (std::size_t j = 0; j < metric.size(); ++j) sum += metric[j] * (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

Proposal by_sign(const Points& members, const std::vector<double>& mean, const std::vector<double>& axis) {
    Proposal labels(members.size());
    std::vector<double> x(mean.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        members.row(i, x.data());
        double along = 0.0;
        for (std::size_t j = 0; j < x.size(); ++j) along += axis[j] * (x[j] - mean[j]);
        labels[i] = along > 0.0;
    }
    return labels;
}

Proposal by_nearest(const Points& members, const std::vector<std::vector<double>>& centres,
                    const std::vector<double>& metric) {
    Proposal labels(members.size());
    std::vector<double> x(metric.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        members.row(i, x.data());
        double least = INFINITY;
        for (std::size_t c = 0; c < centres.size(); ++c) {
            const double distance = square_distance(x.data(), centres[c].data(), metric);
            if (distance < least) {
                least = distance;
                labels[i] = static_cast<std::int32_t>(c);
            }
        }
    }
    return labels;
}

// The member whose distance to the nearest of some places is largest.
std::vector<double> farthest_from(const Points& members, const std::vector<std::vector<double>>& places,
                                  const std::vector<double>& metric) {
    std::vector<double> x(metric.size()), best = places.front();
    double largest = -1.0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        members.row(i, x.data());
        double distance = INFINITY;
        for (const std::vector<double>& place : places)
            distance = std::min(distance, square_distance(x.data(), place.data(), metric));
        if (distance > largest) {
            largest = distance;
            best = x;
        }
    }
    return best;
}

// Mean of the members whose category is, or is not, the given one.
std::vector<double> labelled_mean(const Points& members, const std::vector<std::int32_t>& categories,
                                  std::int32_t category, bool is_it, std::size_t d) {
    std::vector<double> sum(d, 0.0), x(d);
    double mass = 0.0;
    for (std::size_t i = 0; i < categories.size(); ++i) {
        if (categories[i] < 0 || (categories[i] == category) != is_it) continue;
        members.row(i, x.data());
        const double w = members.weight(i);
        for (std::size_t j = 0; j < d; ++j) sum[j] += w * x[j];
        mass += w;
    }
    for (double& s : sum) s /= mass;
    return sum;
}

// Labelled members go with their category, the others with the nearest of the categories' means.
void impose(Proposal& labels, const std::vector<std::int32_t>& categories,
            const std::vector<std::int32_t>& label_of_category) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (categories[i] >= 0) labels[i] = label_of_category[static_cast<std::size_t>(categories[i])];
}

void add_by_categories(const Points& members, const std::vector<std::int32_t>& categories,
                       const std::vector<double>& metric, std::vector<Proposal>& out) {
    std::map<std::int32_t, double> mass;
    for (std::size_t i = 0; i < categories.size(); ++i)
        if (categories[i] >= 0) mass[categories[i]] += members.weight(i);
    if (mass.size() < 2) return;
    std::vector<std::pair<double, std::int32_t>> order;
    for (const auto& [category, weight] : mass) order.emplace_back(-weight, category);
    std::sort(order.begin(), order.end());
    const std::size_t d = metric.size(), largest = static_cast<std::size_t>(mass.rbegin()->first) + 1;
    std::vector<std::vector<double>> means;
    std::vector<std::int32_t> own(largest, 0);
    for (std::size_t r = 0; r < order.size() && r < 2 * kCategories; ++r) {
        const std::int32_t category = order[r].second;
        means.push_back(labelled_mean(members, categories, category, true, d));
        own[static_cast<std::size_t>(category)] = static_cast<std::int32_t>(r);
        if (r >= kCategories || (mass.size() == 2 && r == 1)) continue;
        Proposal against_rest =
            by_nearest(members, {labelled_mean(members, categories, category, false, d), means.back()}, metric);
        std::vector<std::int32_t> is_it(largest, 0);
        is_it[static_cast<std::size_t>(category)] = 1;
        impose(against_rest, categories, is_it);
        out.push_back(std::move(against_rest));
    }
    if (means.size() > 2) {
        Proposal all = by_nearest(members, means, metric);
        impose(all, categories, own);
        out.push_back(std::move(all));
    }
}

// The groups of the categories.
std::vector<std::int32_t> grouped(std::vector<std::int32_t> categories, const std::vector<std::int32_t>& groups) {
    for (std::int32_t& category : categories)
        if (category >= 0) category = groups[static_cast<std::size_t>(category)];
    return categories;
}

}  // namespace

std::vector<Proposal> propose_splits(const Points& members, const std::vector<std::int32_t>& categories,
                                     const LabelCode& code, const Summary& summary, const std::vector<double>& metric) {
    std::vector<Proposal> proposals;
    const std::vector<double>& mean = summary.mean;
    for (const std::vector<double>& axis : summary.has_covariances ? principal_axes(summary.scatter, metric, kAxes)
                                                                   : axes_of_points(members, summary, metric, kAxes))
        proposals.push_back(by_sign(members, mean, axis));
    if (code.groupings().empty()) add_by_categories(members, categories, metric, proposals);
    for (const std::vector<std::int32_t>& groups : code.groupings())
        add_by_categories(members, grouped(categories, groups), metric, proposals);
    std::vector<std::vector<double>> far{farthest_from(members, {mean}, metric)};
    far.push_back(farthest_from(members, far, metric));
    proposals.push_back(by_nearest(members, far, metric));
    while (far.size() < kParts) far.push_back(farthest_from(members, far, metric));
    proposals.push_back(by_nearest(members, far, metric));
    return proposals;
}

}  // namespace cecib
