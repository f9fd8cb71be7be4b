#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cecib {

constexpr std::int32_t kUnlabelled = -1;

// How often each category occurs among a cluster's labelled points, and the entropy h of those frequencies.
class CategoryCounts {
public:
    explicit CategoryCounts(std::size_t n_categories);
    explicit CategoryCounts(std::vector<double> counts);

    double entropy() const { return entropy_; }
    double labelled() const { return labelled_; }
    const std::vector<double>& counts() const { return counts_; }
    double sum(std::size_t first, std::size_t last) const;  // of a range of categories

    // Change of n·h when the cluster of weight n takes in a point of weight w (w < 0: gives it away).
    double entropy_change(std::int32_t category, double w, double n) const;

    void add(std::int32_t category, double w);    // w < 0 removes
    void count(std::int32_t category, double w);  // as add, but settle() has to follow
    void merge(const CategoryCounts& other);
    void separate(const CategoryCounts& part);
    void settle();  // recomputes the sums from the counts

private:
    double entropy_of(double labelled, double sum) const;
    double sum_one_by_one(std::size_t first, std::size_t last) const;

    std::vector<double> counts_;
    std::vector<double> blocks_;  // sums of so many counts each, if there are many
    double labelled_ = 0.0;       // l = Σ c
    double sum_ = 0.0;            // Σ c ln c
    double entropy_ = 0.0;
};

}  // namespace cecib
