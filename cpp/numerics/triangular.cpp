#include "numerics/triangular.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/instruction_sets.hpp"

namespace cecib {

namespace {

// Partial sums side by side: a fixed order of adding, and room for SIMD.
inline __attribute__((always_inline)) double dot(const double* a, const double* b, std::size_t n) {
    constexpr std::size_t kSums = 8;
    double sums[kSums] = {};
    std::size_t j = 0;
    for (; j + kSums <= n; j += kSums)
        for (std::size_t s = 0; s < kSums; ++s) sums[s] += a[j + s] * b[j + s];
    double sum = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    for (; j < n; ++j) sum += a[j] * b[j];
    return sum;
}

}  // namespace

double log_determinant(std::vector<double> matrix, std::size_t d) {
    cholesky(matrix, d);
    double sum = 0.0;
    for (std::size_t j = 0; j < d; ++j) sum += 2.0 * std::log(matrix[j * d + j]);
    return sum;
}

CECIB_FOR_ALL_INSTRUCTION_SETS
double cholesky(std::vector<double>& a, std::size_t d) {
    double smallest = 1.0;
    for (std::size_t j = 0; j < d; ++j) {
        double* row_j = &a[j * d];
        for (std::size_t i = 0; i < j; ++i) {
            const double* row_i = &a[i * d];
            row_j[i] = (row_j[i] - dot(row_j, row_i, i)) / row_i[i];
        }
        const double diagonal = row_j[j], pivot = diagonal - dot(row_j, row_j, j);
        if (!(pivot > 0.0) || !(diagonal > 0.0)) return 0.0;
        smallest = std::min(smallest, pivot / diagonal);
        row_j[j] = std::sqrt(pivot);
    }
    return smallest;
}

CECIB_FOR_ALL_INSTRUCTION_SETS
std::vector<double> inverse_lower(const std::vector<double>& l, std::size_t d) {
    std::vector<double> w(d * d, 0.0);
    for (std::size_t i = 0; i < d; ++i) {
        const double inverse = 1.0 / l[i * d + i];
        for (std::size_t k = 0; k < i; ++k) {
            const double factor = l[i * d + k];
            for (std::size_t j = 0; j <= k; ++j) w[i * d + j] -= factor * w[k * d + j];
        }
        for (std::size_t j = 0; j < i; ++j) w[i * d + j] *= inverse;
        w[i * d + i] = inverse;
    }
    return w;
}

void append_row(std::vector<double>& r, double* row, std::size_t d) {
    for (std::size_t j = 0; j < d; ++j) {
        if (row[j] == 0.0) continue;
        double* diagonal = &r[j * d];
        const double length = std::hypot(diagonal[j], row[j]);
        const double c = diagonal[j] / length, s = row[j] / length;
        diagonal[j] = length;
        for (std::size_t k = j + 1; k < d; ++k) {
            const double top = diagonal[k];
            diagonal[k] = c * top + s * row[k];
            row[k] = c * row[k] - s * top;
        }
    }
}

std::size_t dependent_column(const std::vector<double>& root, double n, double resolution, std::size_t d) {
    constexpr double kSingular = 1e-7;  // beyond, costs could not be known to nine digits
    for (std::size_t j = 0; j < d; ++j) {
        double norm = 0.0;
        for (std::size_t i = 0; i <= j; ++i) norm = std::hypot(norm, root[i * d + j]);
        const double pivot = std::fabs(root[j * d + j]);
        if (!(pivot > kSingular * norm) || !(pivot > resolution * std::sqrt(n))) return j;
    }
    return d;
}

CECIB_FOR_ALL_INSTRUCTION_SETS
void update_inverse_factor(std::vector<double>& w, const double* p, double f, double* scratch, std::size_t d) {
    // M' = L (I + f p pᵀ) Lᵀ. The Cholesky factor of the bracket has entries f p_i p_j / √(t_j t_{j−1}) below a
    // diagonal of √(t_j / t_{j−1}), t_j = 1 + f Σ_{i≤j} p_i²; a running row applies its inverse to w.
    std::fill(scratch, scratch + d, 0.0);
    double before = 1.0;
    for (std::size_t j = 0; j < d; ++j) {
        const double after = before + f * p[j] * p[j];
        const double shrink = std::sqrt(before / after);
        const double share = p[j] / std::sqrt(before * after);
        double* row = &w[j * d];
        for (std::size_t k = 0; k <= j; ++k) {
            row[k] = (row[k] - f * p[j] * scratch[k]) * shrink;
            scratch[k] += share * row[k];
        }
        before = after;
    }
}

CECIB_FOR_ALL_INSTRUCTION_SETS
double lower_times(const std::vector<double>& w, const double* u, double* p, std::size_t d) {
    double square = 0.0;
    for (std::size_t i = 0; i < d; ++i) {
        p[i] = dot(&w[i * d], u, i + 1);
        square += p[i] * p[i];
    }
    return square;
}

CECIB_FOR_ALL_INSTRUCTION_SETS
double lower_square(const std::vector<double>& w, const double* u, double limit, std::size_t d) {
    double square = 0.0;
    for (std::size_t i = 0; i < d && square <= limit; ++i) {
        const double along = dot(&w[i * d], u, i + 1);
        square += along * along;
    }
    return square;
}

CECIB_FOR_ALL_INSTRUCTION_SETS
void symmetric_times(const std::vector<double>& a, const double* v, double* out, std::size_t d) {
    std::fill(out, out + d, 0.0);
    for (std::size_t j = 0; j < d; ++j)
        for (std::size_t i = 0; i < d; ++i) out[i] += a[j * d + i] * v[j];
}

CECIB_FOR_ALL_INSTRUCTION_SETS
double solve_lower(const std::vector<double>& l, double* u, std::size_t d) {
    double square = 0.0;
    for (std::size_t i = 0; i < d; ++i) {
        u[i] = (u[i] - dot(&l[i * d], u, i)) / l[i * d + i];
        square += u[i] * u[i];
    }
    return square;
}

}  // namespace cecib
