#include "points.hpp"

#include <algorithm>
#include <cmath>

namespace cecib {

double MatrixView::operator()(std::size_t i, std::size_t j) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * row_stride + static_cast<std::ptrdiff_t>(j) * column_stride;
    return is_single ? static_cast<double>(static_cast<const float*>(data)[at]) : static_cast<const double*>(data)[at];
}

ColumnStatistics column_statistics(const MatrixView& matrix, const double* weights) {
    const std::size_t n = matrix.rows, d = matrix.columns;
    ColumnStatistics result{std::vector<double>(d), std::vector<double>(d), std::vector<double>(d)};
    for (std::size_t j = 0; j < d; ++j) {
        double largest = 0.0, lowest = INFINITY, highest = -INFINITY;
        for (std::size_t i = 0; i < n; ++i) {
            const double value = matrix(i, j);
            largest = std::max(largest, std::fabs(value));
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
        result.largest[j] = largest;
        if (!(lowest < highest)) {
            result.mean[j] = lowest;
            continue;
        }
        int exponent = 0;
        std::frexp(largest, &exponent);
        double sum = 0.0, square = 0.0, mass = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double w = weights ? weights[i] : 1.0;
            sum += w * std::ldexp(matrix(i, j), -exponent);
            mass += w;
        }
        const double mean = sum / mass;
        for (std::size_t i = 0; i < n; ++i) {
            const double u = std::ldexp(matrix(i, j), -exponent) - mean;
            square += (weights ? weights[i] : 1.0) * u * u;
        }
        result.mean[j] = std::ldexp(mean, exponent);
        result.deviation[j] = std::ldexp(std::sqrt(square / mass), exponent);
    }
    return result;
}

Points::Points(MatrixView matrix, std::vector<std::size_t> columns, std::vector<double> shift,
               std::vector<double> scale, const double* weights)
    : matrix_(matrix), columns_(std::move(columns)), shift_(std::move(shift)), inverse_scale_(std::move(scale)),
      weights_(weights) {
    for (double& s : inverse_scale_) s = 1.0 / s;
}

Points Points::subset(std::vector<std::uint32_t> rows) const {
    Points result = *this;
    if (is_subset_)
        for (std::uint32_t& row : rows) row = rows_[row];
    result.rows_ = std::move(rows);
    result.is_subset_ = true;
    return result;
}

double Points::total_weight() const {
    if (!weights_) return static_cast<double>(size());
    double total = 0.0;
    for (std::size_t i = 0; i < size(); ++i) total += weight(i);
    return total;
}

namespace {

template <typename Float>
void load(const MatrixView& m, std::size_t i, const std::vector<std::size_t>& columns, const double* shift,
          const double* inverse_scale, double* out, std::size_t stride) {
    const Float* base = static_cast<const Float*>(m.data) + static_cast<std::ptrdiff_t>(i) * m.row_stride;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const double value = static_cast<double>(base[static_cast<std::ptrdiff_t>(columns[j]) * m.column_stride]);
        out[j * stride] = (value - shift[j]) * inverse_scale[j];
    }
}

}  // namespace

void Points::row(std::size_t index, double* out) const {
    const std::size_t i = at(index);
    if (matrix_.is_single)
        load<float>(matrix_, i, columns_, shift_.data(), inverse_scale_.data(), out, 1);
    else
        load<double>(matrix_, i, columns_, shift_.data(), inverse_scale_.data(), out, 1);
}

void Points::tile(const std::uint32_t* rows, std::size_t count, double* out) const {
    for (std::size_t p = 0; p < kLanes; ++p) {
        const std::size_t i = at(rows[std::min(p, count - 1)]);
        if (matrix_.is_single)
            load<float>(matrix_, i, columns_, shift_.data(), inverse_scale_.data(), out + p, kLanes);
        else
            load<double>(matrix_, i, columns_, shift_.data(), inverse_scale_.data(), out + p, kLanes);
    }
}

}  // namespace cecib
