#include "seeding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cecib {

namespace {

double square_distance(const double* a, const double* b, const double* metric, std::size_t d) {
    double sum = 0.0;
    for (std::size_t j = 0; j < d; ++j) sum += metric[j] * (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

// The rows at which the running sum of weight · potential passes each of the shares of its total.
std::vector<std::size_t> rows_at(const Points& points, const std::vector<double>& potential, std::vector<double> shares) {
    const std::size_t n = points.size();
    double total = 0.0;
    for (std::size_t i = 0; i < n; ++i) total += points.weight(i) * potential[i];
    std::sort(shares.begin(), shares.end());
    std::vector<std::size_t> rows;
    double sum = 0.0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < n && rows.size() < shares.size(); ++i) {
        const double mass = points.weight(i) * potential[i];
        if (mass <= 0.0) continue;
        sum += mass;
        last = i;
        while (rows.size() < shares.size() && sum > shares[rows.size()] * total) rows.push_back(i);
    }
    while (rows.size() < shares.size()) rows.push_back(last);
    return rows;
}

}  // namespace

std::vector<std::int32_t> spread_start(const Points& points, const std::vector<double>& metric, std::size_t k,
                                       std::size_t trials, const std::vector<double>& uniforms) {
    const std::size_t n = points.size(), d = points.dimension();
    std::vector<double> x(d), centre(d), nearest(n, 1.0);
    std::vector<std::int32_t> labels(n, 0);
    points.row(rows_at(points, nearest, {uniforms[0]})[0], centre.data());
    for (std::size_t i = 0; i < n; ++i) {
        points.row(i, x.data());
        nearest[i] = square_distance(x.data(), centre.data(), metric.data(), d);
    }
    for (std::size_t c = 1; c < k; ++c) {
        if (std::none_of(nearest.begin(), nearest.end(), [](double v) { return v > 0.0; })) break;
        const double* draws = &uniforms[c * trials];
        const std::vector<std::size_t> candidates = rows_at(points, nearest, std::vector<double>(draws, draws + trials));
        std::vector<double> centres(trials * d), potential(trials, 0.0);
        for (std::size_t t = 0; t < trials; ++t) points.row(candidates[t], &centres[t * d]);
        if (trials > 1)
            for (std::size_t i = 0; i < n; ++i) {
                points.row(i, x.data());
                for (std::size_t t = 0; t < trials; ++t)
                    potential[t] += points.weight(i) *
                                    std::min(nearest[i], square_distance(x.data(), &centres[t * d], metric.data(), d));
            }
        const auto best = static_cast<std::size_t>(std::min_element(potential.begin(), potential.end()) - potential.begin());
        for (std::size_t i = 0; i < n; ++i) {
            points.row(i, x.data());
            const double distance = square_distance(x.data(), &centres[best * d], metric.data(), d);
            if (distance < nearest[i]) {
                nearest[i] = distance;
                labels[i] = static_cast<std::int32_t>(c);
            }
        }
    }
    return labels;
}

std::vector<std::int32_t> nearest_centres(const Points& points, const std::vector<double>& metric,
                                          const std::vector<double>& centres) {
    const std::size_t n = points.size(), d = points.dimension(), k = centres.size() / d;
    std::vector<double> x(d);
    std::vector<std::int32_t> labels(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        points.row(i, x.data());
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t c = 0; c < k; ++c) {
            const double distance = square_distance(x.data(), &centres[c * d], metric.data(), d);
            if (distance < least) {
                least = distance;
                labels[i] = static_cast<std::int32_t>(c);
            }
        }
    }
    return labels;
}

}  // namespace cecib
