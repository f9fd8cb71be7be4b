#pragma once

#include <cstddef>

#include "codes/gaussian_code.hpp"

namespace cecib {

// What the families other than the full one do with a tile of points.

struct DiagonalGaussian {  // d entries each
    const double *metric, *mean, *cells;
};

// Π_j (1 + factor[p] · metric_j (x_jp − mean_j)² + weight[p] · cells_j) = mantissa[p] · 2^exponent[p]; no factor is
// taken below `least`.
void diagonal_tile_products(const double* features, const DiagonalGaussian& own, const double* factor,
                            const double* weight, double least, std::size_t d, double* mantissa, double* exponent);

// Changes point by point, for families without a kernel of their own.
void scalar_tile_changes(const GaussianCode& code, const Tile& tile, std::size_t d, double* out);

}  // namespace cecib
