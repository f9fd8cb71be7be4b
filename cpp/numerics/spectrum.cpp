#include "numerics/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "numerics/work_array.hpp"

namespace cecib {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kMostSweeps = 60, kMostSteps = 120;

void rotate(std::vector<double>& a, std::vector<double>& v, std::size_t p, std::size_t q, std::size_t d) {
    const double theta = (a[q * d + q] - a[p * d + p]) / (2.0 * a[p * d + q]);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::fabs(theta) + std::hypot(theta, 1.0));
    const double c = 1.0 / std::hypot(t, 1.0), s = t * c;
    for (std::size_t k = 0; k < d; ++k) {
        const double kp = a[k * d + p], kq = a[k * d + q];
        a[k * d + p] = c * kp - s * kq;
        a[k * d + q] = s * kp + c * kq;
    }
    for (std::size_t k = 0; k < d; ++k) {
        const double pk = a[p * d + k], qk = a[q * d + k];
        a[p * d + k] = c * pk - s * qk;
        a[q * d + k] = s * pk + c * qk;
        const double vp = v[p * d + k], vq = v[q * d + k];
        v[p * d + k] = c * vp - s * vq;
        v[q * d + k] = s * vp + c * vq;
    }
    a[p * d + q] = a[q * d + p] = 0.0;
}

// f(t) = 1 + ρ Σ z_i² / (λ_i − λ_j − t), ρ > 0, rises from −∞ to ∞ between λ_j and its upper neighbour at distance gap.
// Each half of the sum is replaced by a pole of its own with the same value and slope (Bunch, Nielsen, Sorensen 1978),
// and the step is kept inside a bracket.
double secular_root(const double* values, const double* squares, double rho, std::size_t j, double gap, bool has_upper,
                    std::size_t d) {
    double low = 0.0, high = gap, t = 0.5 * gap;
    for (int step = 0; step < kMostSteps && high - low > 2.0 * kEpsilon * high; ++step) {
        double below = 0.0, below_slope = 0.0, above = 0.0, above_slope = 0.0;
        for (std::size_t i = 0; i < d; ++i) {
            const double away = 1.0 / (values[i] - values[j] - t), term = rho * squares[i] * away;
            (i <= j ? below : above) += term;
            (i <= j ? below_slope : above_slope) += term * away;
        }
        const double f = 1.0 + below + above;
        if (!(std::fabs(f) > 4.0 * kEpsilon * (1.0 + std::fabs(below) + std::fabs(above)))) return t;
        (f < 0.0 ? low : high) = t;
        const double q = below_slope * t * t, p = below + below_slope * t;
        double next;
        if (has_upper) {
            const double up = gap - t, s = above_slope * up * up, c = 1.0 + p + above - above_slope * up;
            const double b = c * gap + q + s, root = std::sqrt(std::max(0.0, b * b - 4.0 * c * q * gap));
            next = b > 0.0 ? 2.0 * q * gap / (b + root) : (b - root) / (2.0 * c);
        } else {
            next = q / (1.0 + p);
        }
        const bool is_inside = next > low && next < high;
        if (is_inside && std::fabs(next - t) <= kEpsilon * t) return next;
        t = is_inside ? next : 0.5 * (low + high);
    }
    return 0.5 * (low + high);
}

}  // namespace

Spectrum spectrum_of(std::vector<double> a, std::size_t d) {
    std::vector<double> v(d * d, 0.0);
    for (std::size_t i = 0; i < d; ++i) {
        v[i * d + i] = 1.0;
        for (std::size_t j = 0; j < i; ++j) a[j * d + i] = a[i * d + j];
    }
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool has_rotated = false;
        for (std::size_t p = 0; p < d; ++p)
            for (std::size_t q = p + 1; q < d; ++q) {
                const double size = std::sqrt(std::fabs(a[p * d + p])) * std::sqrt(std::fabs(a[q * d + q]));
                if (!(std::fabs(a[p * d + q]) > 0.5 * kEpsilon * size)) continue;
                rotate(a, v, p, q, d);
                has_rotated = true;
            }
        if (!has_rotated) break;
    }
    std::vector<std::size_t> order(d);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return a[x * d + x] < a[y * d + y]; });
    Spectrum result{std::vector<double>(d), std::vector<double>(d * d)};
    for (std::size_t j = 0; j < d; ++j) {
        result.values[j] = std::max(0.0, a[order[j] * d + order[j]]);
        std::copy_n(&v[order[j] * d], d, &result.vectors[j * d]);
    }
    return result;
}

void rank_one_shifts(const double* values, const double* squares, double f, std::size_t d, double* shifts) {
    // A removal is an addition to the negative matrix, whose eigenvalues are in the opposite order.
    const bool is_removal = f < 0.0;
    WorkArray ordered(d), weights(d);
    double length = 0.0;
    for (std::size_t j = 0; j < d; ++j) {
        const std::size_t from = is_removal ? d - 1 - j : j;
        ordered[j] = is_removal ? -values[from] : values[from];
        weights[j] = squares[from];
        length += squares[from];
    }
    const double rho = std::fabs(f);
    for (std::size_t j = 0; j < d; ++j) {
        const bool has_upper = j + 1 < d;
        const double gap = has_upper ? ordered[j + 1] - ordered[j] : rho * length;
        const double shift = gap > 0.0 ? secular_root(ordered.data(), weights.data(), rho, j, gap, has_upper, d) : 0.0;
        if (is_removal)
            shifts[d - 1 - j] = -shift;
        else
            shifts[j] = shift;
    }
}

}  // namespace cecib
