#pragma once

#include <cstddef>
#include <vector>

namespace cecib {

// Eigenvalues, ascending, and eigenvectors of a symmetric matrix; the j-th vector is row j.
struct Spectrum {
    std::vector<double> values;   // d
    std::vector<double> vectors;  // d × d
};

// By Jacobi's rotations; only the lower triangle is read. O(d³).
Spectrum spectrum_of(std::vector<double> matrix, std::size_t d);

// By how much each eigenvalue moves when f · u uᵀ is added, from the squares of u's coordinates along the eigenvectors:
// the roots of the secular equation 1 + f Σ z_i² / (λ_i − μ) = 0. O(d²) with a few steps for each root.
void rank_one_shifts(const double* values, const double* squares, double f, std::size_t d, double* shifts);

}  // namespace cecib
