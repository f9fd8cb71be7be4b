#include "data/gathered_rows.hpp"

#include <algorithm>

#include "numerics/instruction_sets.hpp"

namespace cecib {

namespace {

constexpr std::size_t kRows = GatheredRows::kRows, kSideBySide = 8;

inline double dot(const double* a, const double* b) {
    double sums[kSideBySide] = {};
    for (std::size_t p = 0; p < kRows; p += kSideBySide)
        for (std::size_t q = 0; q < kSideBySide; ++q) sums[q] += a[p + q] * b[p + q];
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

CECIB_FOR_ALL_INSTRUCTION_SETS
void add_rows(const double* u, const double* w, std::size_t d, bool has_covariances, double* mean, double* scatter) {
    double v[kRows];
    for (std::size_t i = 0; i < d; ++i) {
        const double* ui = u + i * kRows;
        for (std::size_t p = 0; p < kRows; ++p) v[p] = w[p] * ui[p];
        mean[i] += dot(w, ui);
        if (!has_covariances)
            scatter[i] += dot(v, ui);
        else
            for (std::size_t j = 0; j <= i; ++j) scatter[i * d + j] += dot(v, u + j * kRows);
    }
}

}  // namespace

void GatheredRows::flush() {
    std::fill(w_ + size_, w_ + kRows, 0.0);
    for (double w : w_) sums_.weight += w;
    add_rows(u_.data(), w_, sums_.dimension(), sums_.has_covariances, sums_.mean.data(), sums_.scatter.data());
    size_ = 0;
}

Summary GatheredRows::take() {
    if (size_ > 0) flush();
    return std::move(sums_);
}

}  // namespace cecib
