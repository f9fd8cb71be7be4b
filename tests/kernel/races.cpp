// Everything that threads share, on four of them: seeding, descent with labels, prediction, and a job that fails.
// Built and run under ThreadSanitizer by tests/races.sh; also compares with one thread.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <random>

#include "codes/criterion.hpp"
#include "codes/label_code.hpp"
#include "codes/prototypes.hpp"
#include "search/clusters.hpp"
#include "search/hartigan.hpp"
#include "search/seeding.hpp"

using namespace cecib;

namespace {

constexpr std::size_t kRows = 12'000, kColumns = 3, kClusters = 6, kCategories = 4, kTrials = 2;
using Labels = std::vector<std::int32_t>;

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "races: %s\n", what);
    std::exit(1);
}

struct Data {
    std::vector<double> numbers;
    Labels categories;

    Data() : numbers(kRows * kColumns), categories(kRows) {
        std::mt19937 chance(0);
        std::normal_distribution<double> normal;
        for (std::size_t i = 0; i < kRows; ++i) {
            const std::size_t group = chance() % kClusters;
            for (std::size_t j = 0; j < kColumns; ++j)
                numbers[i * kColumns + j] = normal(chance) + 2.0 * static_cast<double>((group >> j) & 1);
            categories[i] = static_cast<std::int32_t>(group % kCategories);
        }
    }
};

// Groups of three rows among the first of them, and pairs between neighbouring groups.
std::shared_ptr<const Bonds> bonds_of_some() {
    Labels groups(kRows, -1);
    for (std::size_t i = 0; i < 1800; ++i) groups[i] = static_cast<std::int32_t>(i / 3);
    Bonds::Pairs apart;
    for (std::uint32_t i = 0; i < 1500; i += 5) apart.emplace_back(i, i + 300);
    return std::make_shared<Bonds>(std::move(groups), std::move(apart), 1.0);
}

Labels fit(const Data& data, std::size_t threads, std::shared_ptr<const Bonds> bonds = nullptr) {
    const std::vector<double> zeros(kColumns, 0.0), ones(kColumns, 1.0);
    const MatrixView matrix{data.numbers.data(), false, kRows, kColumns, kColumns, 1};
    const Points points(matrix, {0, 1, 2}, zeros, ones, nullptr);
    std::vector<double> uniforms(kClusters * kTrials);
    for (std::size_t i = 0; i < uniforms.size(); ++i) uniforms[i] = static_cast<double>(i * 37 % 100) / 100.0;
    Labels start = plus_plus_start(points, ones, kClusters, kTrials, uniforms, threads);

    const auto code = full_prototype(criterion_named("entropy", kColumns, {}));
    const CostSetting setting{entropy_labels(1.0), points.total_weight()};
    Partition partition(points, {data.categories.data(), kCategories}, std::move(start), kClusters, {code.get()},
                        setting, {10.0, false}, 0.0, std::move(bonds));
    DescentOptions options;
    options.max_passes = 4;
    options.block = 4096;
    options.threads = threads;
    descend(partition, options);

    std::vector<Summary> summaries;
    for (const Cluster& cluster : partition.clusters()) summaries.push_back(cluster.summary());
    const Prototypes prototypes(summaries.size(), code.get());
    Labels labels = Clusters(prototypes, std::move(summaries), {}, setting.labels).cheapest(points, threads).labels;
    labels.insert(labels.end(), partition.labels().begin(), partition.labels().end());
    return labels;
}

void fail_and_go_on() {
    Team team(4);
    for (int round = 0; round < 50; ++round) {
        bool has_come_out = false;
        try {
            team.run(100, [](std::size_t job) {
                if (job % 7 == 3) throw std::bad_alloc();
            });
        } catch (const std::bad_alloc&) {
            has_come_out = true;
        }
        require(has_come_out, "an exception in a job was lost");
        std::atomic<std::size_t> done{0};
        team.run(100, [&](std::size_t) { ++done; });
        require(done == 100, "after an exception, jobs were left out");
    }
}

}  // namespace

int main() {
    const Data data;
    require(fit(data, 1) == fit(data, 4), "four threads give another answer than one");
    require(fit(data, 1, bonds_of_some()) == fit(data, 4, bonds_of_some()), "four threads move other units than one");
    fail_and_go_on();
    std::puts("no races found");
}
