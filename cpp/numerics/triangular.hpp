#pragma once

#include <cstddef>
#include <vector>

namespace cecib {

// Square matrices are d × d, row-major, in flat vectors; of "lower" ones only the lower triangle is read and written.

// Cholesky factor of a symmetric matrix in place (lower). Returns the smallest squared pivot relative to the diagonal
// entry it came from: 1 minus the share of that feature which the features before it explain. Zero means singular.
double cholesky(std::vector<double>& a, std::size_t d);

// ln det of a positive definite matrix.
double log_determinant(std::vector<double> matrix, std::size_t d);

// Inverse of a lower triangular matrix.
std::vector<double> inverse_lower(const std::vector<double>& l, std::size_t d);

// Adds one row to a triangular root: afterwards rᵀr (r upper) has grown by row·rowᵀ. The row is used up.
void append_row(std::vector<double>& r, double* row, std::size_t d);

// First column of the data whose part not explained by the columns before it is nothing but rounding; d if there is
// none. root: upper, from n weighted rows; resolution: how finely the data are recorded, in the units of the root.
std::size_t dependent_column(const std::vector<double>& root, double n, double resolution, std::size_t d);

// With lower w such that wᵀw = M⁻¹ and p = w u: changes w so that M has grown by f·u·uᵀ (f may be negative).
// Needs 1 + f|p|² > 0.
void update_inverse_factor(std::vector<double>& w, const double* p, double f, double* scratch, std::size_t d);

// p = w u for lower w; returns |p|².
double lower_times(const std::vector<double>& w, const double* u, double* p, std::size_t d);
// |w u|² for lower w, or something above the limit as soon as it is known to be.
double lower_square(const std::vector<double>& w, const double* u, double limit, std::size_t d);
// out = a v for a symmetric matrix, all of it.
void symmetric_times(const std::vector<double>& a, const double* v, double* out, std::size_t d);
// Turns u into l⁻¹u for lower l; returns its square.
double solve_lower(const std::vector<double>& l, double* u, std::size_t d);

}  // namespace cecib
