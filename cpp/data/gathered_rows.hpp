#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/summary.hpp"

namespace cecib {

// The rows of one cluster, relative to its centre, gathered until there are enough to add them up side by side:
// `mean` of the sums holds Σ w u, `scatter` Σ w u uᵀ.
class GatheredRows {
public:
    static constexpr std::size_t kRows = 64;

    explicit GatheredRows(const Summary& empty) : sums_(empty), u_(empty.dimension() * kRows, 0.0) {}

    // Feature j of the row is x[j * stride].
    void add(const double* x, std::size_t stride, const double* centre, double w, std::int32_t category) {
        for (std::size_t j = 0; j < sums_.dimension(); ++j) u_[j * kRows + size_] = x[j * stride] - centre[j];
        w_[size_] = w;
        sums_.categories.count(category, w);
        if (++size_ == kRows) flush();
    }

    // The sums of all rows that were added.
    Summary take();

private:
    void flush();

    Summary sums_;
    std::vector<double> u_;  // a row for each feature
    double w_[kRows] = {};
    std::size_t size_ = 0;
};

}  // namespace cecib
