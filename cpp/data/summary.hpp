#pragma once

#include <cstddef>
#include <vector>

#include "data/category_counts.hpp"

namespace cecib {

// What the cost needs to know of a set of points; two summaries merge into the summary of the union.
struct Summary {
    Summary(std::size_t dimension, std::size_t n_categories, bool with_covariances = true)
        : has_covariances(with_covariances), mean(dimension, 0.0),
          scatter(with_covariances ? dimension * dimension : dimension, 0.0), categories(n_categories) {}

    // Families that ask for variances only leave out the rest of the scatter: nearly all of it in high dimension.
    bool has_covariances;

    double weight = 0.0;
    std::vector<double> mean;
    std::vector<double> scatter;  // Σ w (x − mean)(x − mean)ᵀ, lower triangle; or its diagonal alone
    CategoryCounts categories;

    std::size_t dimension() const { return mean.size(); }
    double square(std::size_t j) const { return scatter[has_covariances ? j * dimension() + j : j]; }
    // Adds factor · u uᵀ to the scatter; what rounding leaves of squares that are taken away is never below 0.
    void add_outer(const double* u, double factor);
    void add(const double* x, double w, std::int32_t category);
    void remove(const double* x, double w, std::int32_t category);
    void merge(const Summary& other);
    // Takes out a part that it contains.
    void separate(const Summary& part);
};

}  // namespace cecib
