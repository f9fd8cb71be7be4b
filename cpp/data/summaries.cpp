#include "data/summaries.hpp"

#include <algorithm>

#include "data/gathered_rows.hpp"
#include "data/tiles.hpp"

namespace cecib {

namespace {

constexpr std::size_t kMostJobs = 16;
constexpr std::size_t kRowsWorthAJob = 8192;
constexpr std::size_t kMostNumbers = 8'000'000;  // in the partial sums of all jobs

std::size_t job_count(std::size_t n, std::size_t numbers_per_job) {
    const std::size_t affordable = std::max<std::size_t>(1, kMostNumbers / std::max<std::size_t>(1, numbers_per_job));
    return std::max<std::size_t>(1, std::min({kMostJobs, n / kRowsWorthAJob, affordable}));
}

void add_sums(Summary& into, const Summary& from) {
    for (std::size_t j = 0; j < into.mean.size(); ++j) into.mean[j] += from.mean[j];
    for (std::size_t k = 0; k < into.scatter.size(); ++k) into.scatter[k] += from.scatter[k];
    into.weight += from.weight;
    into.categories.merge(from.categories);
}

void centre_at_mean(Summary& sums, const double* centre) {
    const std::size_t d = sums.dimension();
    sums.categories.settle();
    if (!(sums.weight > 0.0)) return;
    sums.add_outer(sums.mean.data(), -1.0 / sums.weight);
    for (std::size_t j = 0; j < d; ++j) sums.mean[j] = centre[j] + sums.mean[j] / sums.weight;
}

}  // namespace

std::vector<Summary> summarise(const Points& points, const std::int32_t* categories,
                               const std::vector<std::int32_t>& labels, const std::vector<const double*>& centres,
                               const Summary& empty, Team& team) {
    const std::size_t n = points.size(), d = points.dimension(), k = centres.size();
    const std::size_t jobs =
        job_count(n, k * (empty.scatter.size() + (GatheredRows::kRows + 1) * d + empty.categories.counts().size()));
    std::vector<std::vector<Summary>> parts(jobs);
    team.run(jobs, [&](std::size_t job) {
        std::vector<GatheredRows> sums(k, GatheredRows(empty));
        for_each_tile_of(points, job * n / jobs, (job + 1) * n / jobs,
                         [&](std::size_t first, std::size_t count, double* tile) {
                             for (std::size_t p = 0; p < count; ++p) {
                                 const std::size_t i = first + p;
                                 if (labels[i] < 0) continue;
                                 const auto c = static_cast<std::size_t>(labels[i]);
                                 sums[c].add(tile + p, kLanes, centres[c], points.weight(i), categories[i]);
                             }
                         });
        for (GatheredRows& own : sums) parts[job].push_back(own.take());
    });
    std::vector<Summary> all = std::move(parts[0]);
    for (std::size_t c = 0; c < k; ++c) {
        for (std::size_t job = 1; job < jobs; ++job) add_sums(all[c], parts[job][c]);
        centre_at_mean(all[c], centres[c]);
    }
    return all;
}

}  // namespace cecib
