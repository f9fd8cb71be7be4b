#pragma once

#include <cstddef>

namespace cecib {

// The hot loops over the kLanes points of a tile, built for several instruction sets.

// q[p] = |w x_p − offset|² for the kLanes points of a tile.
void full_tile_distances(const double* features, const double* w, const double* offset, std::size_t d, double* q);
// out[p] = constant + slope · log1p(factor · q[p]), factor · q[p] > −1.
void tile_log_changes(double constant, double slope, double factor, const double* q, double* out);
// out[p] = Σ_j metric[j] · (x_pj − centre[j])².
void tile_square_distances(const double* features, const double* centre, const double* metric, std::size_t d,
                           double* out);
// Where changes[p] + offset is less than least[p], it takes its place, and number that of which[p].
void keep_least(const double* changes, double offset, double number, double* least, double* which);
// The same, and next[p] is the second least.
void keep_two_least(const double* changes, double offset, double number, double* least, double* next, double* which);

}  // namespace cecib
