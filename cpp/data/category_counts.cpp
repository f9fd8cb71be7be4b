#include "data/category_counts.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/special_functions.hpp"

namespace cecib {

namespace {

constexpr std::size_t kMany = 256, kBlock = 32;
// 3.7 + 0.1 − 0.1 − 3.7 is not 0 in floating point: of weights that came and went, so small a share is nothing.
constexpr double kRounding = 1e-9;

double sum_of(double count, double w) {
    const double after = count + w;
    return after > kRounding * count ? after : 0.0;
}

std::size_t blocks_for(std::size_t n) { return n > kMany ? (n + kBlock - 1) / kBlock : 0; }

}  // namespace

CategoryCounts::CategoryCounts(std::size_t n_categories)
    : counts_(n_categories, 0.0), blocks_(blocks_for(n_categories), 0.0) {}

CategoryCounts::CategoryCounts(std::vector<double> counts)
    : counts_(std::move(counts)), blocks_(blocks_for(counts_.size()), 0.0) {
    settle();
}

double CategoryCounts::sum_one_by_one(std::size_t first, std::size_t last) const {
    double sum = 0.0;
    for (std::size_t j = first; j < last; ++j) sum += counts_[j];
    return sum;
}

double CategoryCounts::sum(std::size_t first, std::size_t last) const {
    const std::size_t begin = (first + kBlock - 1) / kBlock, end = last / kBlock;  // blocks that lie inside
    if (blocks_.empty() || begin >= end) return sum_one_by_one(first, last);
    double sum = sum_one_by_one(first, begin * kBlock) + sum_one_by_one(end * kBlock, last);
    for (std::size_t b = begin; b < end; ++b) sum += blocks_[b];
    return sum;
}

double CategoryCounts::entropy_of(double labelled, double sum) const {
    return labelled > 0.0 ? std::max(0.0, std::log(labelled) - sum / labelled) : 0.0;
}

double CategoryCounts::entropy_change(std::int32_t category, double w, double n) const {
    if (category == kUnlabelled) return w * entropy_;
    const double count = counts_[static_cast<std::size_t>(category)];
    const double sum = sum_ + x_log_x_change(count, w);
    return (n + w) * entropy_of(sum_of(labelled_, w), sum) - n * entropy_;
}

void CategoryCounts::add(std::int32_t category, double w) {
    if (category == kUnlabelled) return;
    double& count = counts_[static_cast<std::size_t>(category)];
    sum_ += x_log_x_change(count, w);
    const double before = count;
    count = sum_of(count, w);
    if (!blocks_.empty()) {
        double& block = blocks_[static_cast<std::size_t>(category) / kBlock];
        block = std::max(0.0, block + (count - before));
    }
    labelled_ = sum_of(labelled_, w);
    if (labelled_ == 0.0) sum_ = 0.0;
    entropy_ = entropy_of(labelled_, sum_);
}

void CategoryCounts::count(std::int32_t category, double w) {
    if (category != kUnlabelled) counts_[static_cast<std::size_t>(category)] += w;
}

void CategoryCounts::merge(const CategoryCounts& other) {
    for (std::size_t j = 0; j < counts_.size(); ++j) counts_[j] += other.counts_[j];
    settle();
}

void CategoryCounts::separate(const CategoryCounts& part) {
    for (std::size_t j = 0; j < counts_.size(); ++j) counts_[j] = sum_of(counts_[j], -part.counts_[j]);
    settle();
}

void CategoryCounts::settle() {
    labelled_ = sum_ = 0.0;
    for (double count : counts_) {
        labelled_ += count;
        sum_ += x_log_x(count);
    }
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        blocks_[b] = sum_one_by_one(b * kBlock, std::min((b + 1) * kBlock, counts_.size()));
    entropy_ = entropy_of(labelled_, sum_);
}

}  // namespace cecib
