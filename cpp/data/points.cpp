#include "data/points.hpp"

#include <algorithm>
#include <cmath>

namespace cecib {

double MatrixView::operator()(std::size_t i, std::size_t j) const {
    const std::ptrdiff_t at =
        static_cast<std::ptrdiff_t>(i) * row_stride + static_cast<std::ptrdiff_t>(j) * column_stride;
    return is_single ? static_cast<double>(static_cast<const float*>(data)[at]) : static_cast<const double*>(data)[at];
}

namespace {

constexpr std::size_t kRowsPerBlock = 256;  // small enough to stay in the cache while each column is looked at

// Calls visit(column, value, weight) for all entries, block of rows by block, so that both orders in memory are fast.
template <typename Visit>
void for_each_entry(const MatrixView& matrix, const double* weights, const Visit& visit) {
    for (std::size_t first = 0; first < matrix.rows; first += kRowsPerBlock) {
        const std::size_t end = std::min(matrix.rows, first + kRowsPerBlock);
        for (std::size_t j = 0; j < matrix.columns; ++j)
            for (std::size_t i = first; i < end; ++i) visit(j, matrix(i, j), weights ? weights[i] : 1.0);
    }
}

}  // namespace

ColumnStatistics column_statistics(const MatrixView& matrix, const double* weights) {
    const std::size_t d = matrix.columns;
    std::vector<double> lowest(d, INFINITY), highest(d, -INFINITY), unit(d, 1.0), sum(d, 0.0), square(d, 0.0);
    double mass = 0.0;
    for_each_entry(matrix, weights, [&](std::size_t j, double value, double w) {
        lowest[j] = std::min(lowest[j], value);
        highest[j] = std::max(highest[j], value);
        if (j == 0) mass += w;
    });
    ColumnStatistics result{std::vector<double>(d), std::vector<double>(d), std::vector<double>(d)};
    for (std::size_t j = 0; j < d; ++j) {
        result.largest[j] = std::max(std::fabs(lowest[j]), std::fabs(highest[j]));
        int exponent = 0;
        std::frexp(result.largest[j], &exponent);
        unit[j] = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));  // brings the column near 1, without rounding
    }
    for_each_entry(matrix, weights, [&](std::size_t j, double value, double w) { sum[j] += w * (value * unit[j]); });
    for (std::size_t j = 0; j < d; ++j) sum[j] /= mass;
    for_each_entry(matrix, weights, [&](std::size_t j, double value, double w) {
        const double u = value * unit[j] - sum[j];
        square[j] += w * u * u;
    });
    for (std::size_t j = 0; j < d; ++j) {
        const bool is_constant = !(lowest[j] < highest[j]);
        result.mean[j] = is_constant ? lowest[j] : sum[j] / unit[j];
        result.deviation[j] = is_constant ? 0.0 : std::sqrt(square[j] / mass) / unit[j];
    }
    return result;
}

Points::Points(MatrixView matrix, const std::vector<std::size_t>& columns, std::vector<double> shift,
               std::vector<double> scale, const double* weights)
    : matrix_(matrix), shift_(std::move(shift)), inverse_scale_(std::move(scale)), weights_(weights) {
    for (std::size_t column : columns) offsets_.push_back(static_cast<std::ptrdiff_t>(column) * matrix.column_stride);
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
void load(const Float* row, const std::vector<std::ptrdiff_t>& offsets, const double* shift,
          const double* inverse_scale, double* out, std::size_t stride) {
    for (std::size_t j = 0; j < offsets.size(); ++j)
        out[j * stride] = (static_cast<double>(row[offsets[j]]) - shift[j]) * inverse_scale[j];
}

bool is_run(const std::uint32_t* rows, std::size_t count) {
    for (std::size_t p = 1; p < count; ++p)
        if (rows[p] != rows[0] + p) return false;
    return true;
}

// Rows that follow one another, where each column is in one piece.
template <typename Float>
void load_run(const Float* first, std::size_t count, const std::vector<std::ptrdiff_t>& offsets, const double* shift,
              const double* inverse_scale, double* out) {
    for (std::size_t j = 0; j < offsets.size(); ++j) {
        const Float* column = first + offsets[j];
        for (std::size_t p = 0; p < count; ++p)
            out[j * kLanes + p] = (static_cast<double>(column[p]) - shift[j]) * inverse_scale[j];
    }
}

}  // namespace

template <typename Float>
const Float* Points::start_of(std::size_t i) const {
    return static_cast<const Float*>(matrix_.data) + static_cast<std::ptrdiff_t>(at(i)) * matrix_.row_stride;
}

void Points::row(std::size_t i, double* out) const {
    if (matrix_.is_single)
        load(start_of<float>(i), offsets_, shift_.data(), inverse_scale_.data(), out, 1);
    else
        load(start_of<double>(i), offsets_, shift_.data(), inverse_scale_.data(), out, 1);
}

template <typename Float>
void Points::load_tile(const std::uint32_t* rows, std::size_t count, double* out) const {
    if (matrix_.row_stride == 1 && !is_subset_ && is_run(rows, count))
        load_run(start_of<Float>(rows[0]), count, offsets_, shift_.data(), inverse_scale_.data(), out);
    else
        for (std::size_t p = 0; p < count; ++p)
            load(start_of<Float>(rows[p]), offsets_, shift_.data(), inverse_scale_.data(), out + p, kLanes);
    for (std::size_t p = count; p < kLanes; ++p)
        for (std::size_t j = 0; j < offsets_.size(); ++j) out[j * kLanes + p] = out[j * kLanes + count - 1];
}

void Points::tile(const std::uint32_t* rows, std::size_t count, double* out) const {
    if (matrix_.is_single)
        load_tile<float>(rows, count, out);
    else
        load_tile<double>(rows, count, out);
}

}  // namespace cecib
