#include "search/seeding.hpp"

#include <algorithm>
#include <limits>

#include "data/tile_kernels.hpp"
#include "data/tiles.hpp"

namespace cecib {

namespace {

// The rows at which the running sum of weight · potential passes each of the shares of its total.
std::vector<std::size_t> rows_at(const Points& points, const std::vector<double>& potential,
                                 std::vector<double> shares) {
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

// Centres drawn one after the other, and each point with the nearest of them.
class Centres {
public:
    Centres(const Points& points, const std::vector<double>& metric, std::size_t threads, const Listen& listen)
        : points_(points), metric_(metric), team_(threads, listen), nearest_(points.size(), 1.0),
          labels_(points.size(), 0) {}

    void add_first(double uniform) {
        const std::vector<double> centre = row(rows_at(points_, nearest_, {uniform})[0]);
        std::fill(nearest_.begin(), nearest_.end(), std::numeric_limits<double>::infinity());
        add(centre, 0);
    }

    bool is_exhausted() const {
        return std::none_of(nearest_.begin(), nearest_.end(), [](double v) { return v > 0.0; });
    }

    void add_best(std::vector<double> uniforms, std::int32_t number) {
        std::vector<std::vector<double>> centres;
        for (std::size_t at : rows_at(points_, nearest_, std::move(uniforms))) centres.push_back(row(at));
        add(centres[centres.size() > 1 ? best_of(centres) : 0], number);
    }

    std::vector<std::int32_t> take_labels() { return std::move(labels_); }

private:
    std::vector<double> row(std::size_t i) const {
        std::vector<double> x(points_.dimension());
        points_.row(i, x.data());
        return x;
    }

    // The centre that would leave the least sum of squared distances.
    std::size_t best_of(const std::vector<std::vector<double>>& centres) {
        const std::size_t trials = centres.size(), jobs = tile_jobs(points_);
        std::vector<double> sums(jobs * trials, 0.0);
        for_each_tile(
            points_, team_, [&](std::size_t job, std::size_t first, std::size_t count, const double* features) {
                alignas(64) double distance[kLanes];
                for (std::size_t t = 0; t < trials; ++t) {
                    tile_square_distances(features, centres[t].data(), metric_.data(), metric_.size(), distance);
                    for (std::size_t p = 0; p < count; ++p)
                        sums[job * trials + t] +=
                            points_.weight(first + p) * std::min(nearest_[first + p], distance[p]);
                }
            });
        std::vector<double> potential(trials, 0.0);
        for (std::size_t job = 0; job < jobs; ++job)
            for (std::size_t t = 0; t < trials; ++t) potential[t] += sums[job * trials + t];
        return static_cast<std::size_t>(std::min_element(potential.begin(), potential.end()) - potential.begin());
    }

    void add(const std::vector<double>& centre, std::int32_t number) {
        for_each_tile(points_, team_, [&](std::size_t, std::size_t first, std::size_t count, const double* features) {
            alignas(64) double distance[kLanes];
            tile_square_distances(features, centre.data(), metric_.data(), metric_.size(), distance);
            for (std::size_t p = 0; p < count; ++p) {
                if (distance[p] >= nearest_[first + p]) continue;
                nearest_[first + p] = distance[p];
                labels_[first + p] = number;
            }
        });
    }

    const Points& points_;
    const std::vector<double>& metric_;
    Team team_;
    std::vector<double> nearest_;
    std::vector<std::int32_t> labels_;
};

}  // namespace

std::vector<std::int32_t> plus_plus_start(const Points& points, const std::vector<double>& metric, std::size_t k,
                                          std::size_t trials, const std::vector<double>& uniforms, std::size_t threads,
                                          const Listen& listen) {
    Centres drawn(points, metric, threads, listen);
    drawn.add_first(uniforms[0]);
    for (std::size_t c = 1; c < k && !drawn.is_exhausted(); ++c) {
        const double* draws = &uniforms[c * trials];
        drawn.add_best(std::vector<double>(draws, draws + trials), static_cast<std::int32_t>(c));
    }
    return drawn.take_labels();
}

std::vector<std::int32_t> nearest_centres(const Points& points, const std::vector<double>& metric,
                                          const std::vector<double>& centres, std::size_t threads,
                                          const Listen& listen) {
    const std::size_t d = points.dimension(), k = centres.size() / d;
    std::vector<std::int32_t> labels(points.size());
    Team team(threads, listen);
    for_each_tile(points, team, [&](std::size_t, std::size_t first, std::size_t count, const double* features) {
        alignas(64) double distance[kLanes], least[kLanes], which[kLanes];
        std::fill(least, least + kLanes, std::numeric_limits<double>::infinity());
        std::fill(which, which + kLanes, 0.0);
        for (std::size_t c = 0; c < k; ++c) {
            tile_square_distances(features, &centres[c * d], metric.data(), d, distance);
            keep_least(distance, 0.0, static_cast<double>(c), least, which);
        }
        for (std::size_t p = 0; p < count; ++p) labels[first + p] = static_cast<std::int32_t>(which[p]);
    });
    return labels;
}

}  // namespace cecib
