#include "data/category_counts.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/special_functions.hpp"

namespace cecib {

CategoryCounts::CategoryCounts(std::vector<double> counts) : counts_(std::move(counts)) { settle(); }

double CategoryCounts::entropy_of(double labelled, double sum) const {
    return labelled > 0.0 ? std::max(0.0, std::log(labelled) - sum / labelled) : 0.0;
}

double CategoryCounts::entropy_change(std::int32_t category, double w, double n) const {
    if (category == kUnlabelled) return w * entropy_;
    const double count = counts_[static_cast<std::size_t>(category)];
    const double sum = sum_ + x_log_x_change(count, w);
    return (n + w) * entropy_of(labelled_ + w, sum) - n * entropy_;
}

void CategoryCounts::add(std::int32_t category, double w) {
    if (category == kUnlabelled) return;
    double& count = counts_[static_cast<std::size_t>(category)];
    sum_ += x_log_x_change(count, w);
    count = std::max(0.0, count + w);
    labelled_ = std::max(0.0, labelled_ + w);
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
    for (std::size_t j = 0; j < counts_.size(); ++j) counts_[j] = std::max(0.0, counts_[j] - part.counts_[j]);
    settle();
}

void CategoryCounts::settle() {
    labelled_ = sum_ = 0.0;
    for (double count : counts_) {
        labelled_ += count;
        sum_ += x_log_x(count);
    }
    entropy_ = entropy_of(labelled_, sum_);
}

}  // namespace cecib
