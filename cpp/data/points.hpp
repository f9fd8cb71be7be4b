#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cecib {

// Number of points that a tile holds side by side, so that one instruction serves several of them.
constexpr std::size_t kLanes = 64;

// The caller's matrix, as it lies in memory: float or double, any strides (in elements).
struct MatrixView {
    const void* data;
    bool is_single;
    std::size_t rows, columns;
    std::ptrdiff_t row_stride, column_stride;

    double operator()(std::size_t i, std::size_t j) const;
};

// Per-column figures that survive values near the ends of the double range.
struct ColumnStatistics {
    std::vector<double> mean, deviation, largest;
};

ColumnStatistics column_statistics(const MatrixView& matrix, const double* weights);

// The points as every kernel sees them: chosen columns, shifted and scaled one by one, never copied as a whole.
class Points {
public:
    Points(MatrixView matrix, const std::vector<std::size_t>& columns, std::vector<double> shift,
           std::vector<double> scale, const double* weights);

    // The same view of some of the rows only.
    Points subset(std::vector<std::uint32_t> rows) const;

    std::size_t size() const { return is_subset_ ? rows_.size() : matrix_.rows; }
    std::size_t dimension() const { return offsets_.size(); }
    bool is_weighted() const { return weights_ != nullptr; }
    double weight(std::size_t i) const { return weights_ ? weights_[at(i)] : 1.0; }
    double total_weight() const;

    // One point into out[0..d).
    void row(std::size_t i, double* out) const;

    // kLanes points, transposed: feature j of the p-th row is out[j * kLanes + p]. Missing lanes repeat the last row.
    void tile(const std::uint32_t* rows, std::size_t count, double* out) const;

private:
    template <typename Float>
    const Float* start_of(std::size_t i) const;
    template <typename Float>
    void load_tile(const std::uint32_t* rows, std::size_t count, double* out) const;
    std::size_t at(std::size_t i) const { return is_subset_ ? rows_[i] : i; }

    MatrixView matrix_;
    bool is_subset_ = false;
    std::vector<std::uint32_t> rows_;
    std::vector<std::ptrdiff_t> offsets_;  // of the columns from the start of a row
    std::vector<double> shift_, inverse_scale_;
    const double* weights_;
};

}  // namespace cecib
