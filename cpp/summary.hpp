#pragma once

#include <cstddef>
#include <vector>

#include "category_counts.hpp"

namespace cecib {

// What the cost needs to know of a set of points; two summaries merge into the summary of the union.
struct Summary {
    Summary(std::size_t dimension, std::size_t n_categories)
        : mean(dimension, 0.0), scatter(dimension * dimension, 0.0), categories(n_categories) {}

    double weight = 0.0;
    std::vector<double> mean;
    std::vector<double> scatter;  // Σ w (x − mean)(x − mean)ᵀ, lower triangle
    CategoryCounts categories;

    std::size_t dimension() const { return mean.size(); }
    void add(const double* x, double w, std::int32_t category);
    void remove(const double* x, double w, std::int32_t category);
    void merge(const Summary& other);
};

}  // namespace cecib
