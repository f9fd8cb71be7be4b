#include "codes/eigenvalues_code.hpp"

#include <algorithm>
#include <cmath>

#include "codes/family_tiles.hpp"
#include "codes/singularity.hpp"
#include "numerics/special_functions.hpp"
#include "numerics/work_array.hpp"

namespace cecib {

EigenvaluesCode::EigenvaluesCode(std::vector<double> units, std::vector<double> values)
    : d_(units.size()), units_(std::move(units)), known_(std::move(values)),
      per_point_(0.5 * static_cast<double>(d_) * kLog2Pi), mean_(d_, 0.0), scatter_(d_ * d_, 0.0),
      spectrum_{std::vector<double>(d_, 0.0), std::vector<double>(d_ * d_, 0.0)} {
    std::sort(known_.begin(), known_.end());
    for (double value : known_) per_point_ += 0.5 * std::log(value);
    for (double unit : units_) per_point_ -= std::log(unit);
}

double EigenvaluesCode::rebuild(const Summary& summary) {
    n_ = summary.weight;
    mean_ = summary.mean;
    for (std::size_t i = 0; i < d_; ++i)
        for (std::size_t j = 0; j <= i; ++j) scatter_[i * d_ + j] = summary.scatter[i * d_ + j] * units_[i] * units_[j];
    spectrum_ = spectrum_of(scatter_, d_);
    return 1.0;
}

bool EigenvaluesCode::rebuild_from_root(const Summary& summary, std::vector<double>, double) {
    rebuild(summary);
    return true;
}

double EigenvaluesCode::length() const {
    double sum = 0.0;
    for (std::size_t j = 0; j < d_; ++j) sum += spectrum_.values[j] / known_[j];
    return n_ * per_point_ + 0.5 * sum;
}

void EigenvaluesCode::squared_coordinates(const double* x, double* squares) const {
    WorkArray u(d_);
    for (std::size_t j = 0; j < d_; ++j) u[j] = units_[j] * (x[j] - mean_[j]);
    for (std::size_t j = 0; j < d_; ++j) {
        const double* axis = &spectrum_.vectors[j * d_];
        double along = 0.0;
        for (std::size_t k = 0; k < d_; ++k) along += axis[k] * u[k];
        squares[j] = along * along;
    }
}

double EigenvaluesCode::change(const double* x, double w) const {
    if (n_ + w <= kNothing * n_) return -length();
    WorkArray squares(d_), shifts(d_);
    squared_coordinates(x, squares.data());
    rank_one_shifts(spectrum_.values.data(), squares.data(), n_ * w / (n_ + w), d_, shifts.data());
    double sum = 0.0;
    for (std::size_t j = 0; j < d_; ++j) sum += shifts[j] / known_[j];
    return w * per_point_ + 0.5 * sum;
}

void EigenvaluesCode::tile_changes(const Tile& tile, double* out) const { scalar_tile_changes(*this, tile, d_, out); }

void EigenvaluesCode::shift(const double* x, double w) {
    WorkArray u(d_);
    for (std::size_t j = 0; j < d_; ++j) u[j] = units_[j] * (x[j] - mean_[j]);
    const double factor = n_ * w / (n_ + w), share = w / (n_ + w);
    for (std::size_t i = 0; i < d_; ++i)
        for (std::size_t j = 0; j <= i; ++j) scatter_[i * d_ + j] += factor * u[i] * u[j];
    for (std::size_t j = 0; j < d_; ++j) mean_[j] += (x[j] - mean_[j]) * share;
    n_ += w;
    spectrum_ = spectrum_of(scatter_, d_);
}

std::vector<double> EigenvaluesCode::state() const {
    std::vector<double> flat{n_};
    flat.insert(flat.end(), mean_.begin(), mean_.end());
    flat.insert(flat.end(), scatter_.begin(), scatter_.end());
    return flat;
}

void EigenvaluesCode::restore(const std::vector<double>& flat) {
    const auto d = static_cast<std::ptrdiff_t>(d_);
    n_ = flat[0];
    std::copy(flat.begin() + 1, flat.begin() + 1 + d, mean_.begin());
    std::copy(flat.begin() + 1 + d, flat.begin() + 1 + d + d * d, scatter_.begin());
    spectrum_ = spectrum_of(scatter_, d_);
}

double EigenvaluesCode::log_density(const double* x) const {
    WorkArray squares(d_);
    squared_coordinates(x, squares.data());
    double sum = 0.0;
    for (std::size_t j = 0; j < d_; ++j) sum += squares[j] / known_[j];
    return -per_point_ - 0.5 * sum;
}

}  // namespace cecib
