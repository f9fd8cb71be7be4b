#include "search/audit.hpp"

#ifdef CECIB_CHECKED

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace cecib {

namespace {

// Sums of weights and means are off by a few roundings for each move. Costs lose more, with the condition of the
// scatter: nearly flat clusters are 1e-10 off, while one point forgotten is a share 1/n.
constexpr double kTolerance = 1e-9, kCostTolerance = 1e-6;

class Audit {
public:
    Audit(const char* occasion, std::size_t cluster) : occasion_(occasion), cluster_(cluster) {}

    void compare(const char* what, double running, double fresh, double tolerance) const {
        if (std::fabs(running - fresh) <= tolerance) return;
        std::fprintf(stderr, "%s, %s of cluster %zu is %.17g, and %.17g from the points; they may differ by %.3g\n",
                     occasion_, what, cluster_, running, fresh, tolerance);
        std::abort();
    }

    void compare(const Summary& running, const Summary& fresh) const {
        compare("the weight", running.weight, fresh.weight, kTolerance * fresh.weight);
        const std::vector<double>&counts = running.categories.counts(), &counted = fresh.categories.counts();
        for (std::size_t j = 0; j < counts.size(); ++j)
            compare("a category count", counts[j], counted[j], kTolerance * fresh.weight);
        for (std::size_t j = 0; j < running.mean.size(); ++j)  // features are scaled to a deviation near 1
            compare("the mean", running.mean[j], fresh.mean[j], kTolerance * (1.0 + std::fabs(fresh.mean[j])));
    }

    void compare(const CostTerms& running, const CostTerms& fresh, double coordinates) const {
        const double size =
            coordinates + std::fabs(fresh.complexity) + std::fabs(fresh.accuracy) + std::fabs(fresh.consistency);
        compare("the cost", running.total(), fresh.total(), kCostTolerance * size);
    }

private:
    const char* occasion_;
    std::size_t cluster_;
};

}  // namespace

void audit(const Partition& partition, const char* occasion) {
    Partition recomputed = partition;
    recomputed.refresh();
    for (std::size_t c = 0; c < partition.n_clusters(); ++c) {
        const Cluster &running = partition.clusters()[c], &fresh = recomputed.clusters()[c];
        const Audit audit(occasion, c);
        audit.compare(running.summary(), fresh.summary());
        audit.compare(running.cost(), fresh.cost(), fresh.weight() * static_cast<double>(fresh.summary().dimension()));
    }
}

}  // namespace cecib

#endif
