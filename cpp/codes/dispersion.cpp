#include "codes/dispersion.hpp"

#include <algorithm>

#include "data/tile_kernels.hpp"
#include "numerics/triangular.hpp"
#include "numerics/work_array.hpp"

namespace cecib {

Metric diagonal_metric(std::vector<double> weights) { return {true, std::move(weights), {}}; }

Metric inverse_metric(const std::vector<double>& covariance, std::size_t d) {
    bool is_diagonal = true;
    for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < i; ++j) is_diagonal = is_diagonal && covariance[i * d + j] == 0.0;
    if (is_diagonal) {
        std::vector<double> weights;
        for (std::size_t j = 0; j < d; ++j) weights.push_back(1.0 / covariance[j * d + j]);
        return diagonal_metric(std::move(weights));
    }
    std::vector<double> lower = covariance;
    cholesky(lower, d);
    return {false, {}, inverse_lower(lower, d)};
}

double Metric::square(const double* a, const double* b, std::size_t d) const {
    if (!is_diagonal) {
        WorkArray u(d), p(d);
        for (std::size_t j = 0; j < d; ++j) u[j] = a[j] - b[j];
        return lower_times(factor, u.data(), p.data(), d);
    }
    double sums[4] = {};  // side by side, so that no addition waits for the one before
    std::size_t j = 0;
    for (; j + 4 <= d; j += 4)
        for (std::size_t k = 0; k < 4; ++k) {
            const double u = a[j + k] - b[j + k];
            sums[k] += weights[j + k] * (u * u);
        }
    for (; j < d; ++j) sums[0] += weights[j] * (a[j] - b[j]) * (a[j] - b[j]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double Metric::trace(const Summary& summary) const {
    const std::size_t d = summary.dimension();
    double sum = 0.0;
    if (is_diagonal) {
        for (std::size_t j = 0; j < d; ++j) sum += weights[j] * summary.square(j);
        return sum;
    }
    const std::vector<double>& scatter = summary.scatter;
    for (std::size_t r = 0; r < d; ++r) {  // row r of W as a quadratic form in the scatter
        const double* row = &factor[r * d];
        for (std::size_t i = 0; i <= r; ++i) {
            double half = 0.5 * row[i] * scatter[i * d + i];
            for (std::size_t j = 0; j < i; ++j) half += row[j] * scatter[i * d + j];
            sum += 2.0 * row[i] * half;
        }
    }
    return sum;
}

Dispersion::Dispersion(std::shared_ptr<const Metric> metric, Place place, double start, double cell)
    : metric_(std::move(metric)), place_(std::make_shared<Place>(std::move(place))), start_(start), cell_(cell),
      mean_(place_->dimension(), 0.0), offset_(mean_.size(), 0.0) {}

void Dispersion::rebuild(const Summary& summary) {
    const std::size_t d = dimension();
    n_ = summary.weight;
    kappa_ = place_->certainty(n_);
    place_->centre(summary.mean, n_, mean_);
    total_ = start_ + n_ * cell_ + std::max(0.0, metric_->trace(summary));
    if (!place_->is_unknown())
        total_ += place_->pull(n_) * metric_->square(summary.mean.data(), place_->mean().data(), d);
    refresh_offset();
}

void Dispersion::refresh_offset() {
    if (!metric_->is_diagonal) lower_times(metric_->factor, mean_.data(), offset_.data(), dimension());
}

double Dispersion::distance(const double* x) const { return metric_->square(x, mean_.data(), dimension()); }

void Dispersion::tile_distances(const double* features, double* q) const {
    if (metric_->is_diagonal)
        tile_square_distances(features, mean_.data(), metric_->weights.data(), dimension(), q);
    else
        full_tile_distances(features, metric_->factor.data(), offset_.data(), dimension(), q);
}

void Dispersion::shift(const double* x, double w) {
    total_ += factor(w) * distance(x) + w * cell_;
    const double share = place_->share(kappa_, w);
    for (std::size_t j = 0; j < dimension(); ++j) mean_[j] += (x[j] - mean_[j]) * share;
    n_ += w;
    kappa_ += w;
    refresh_offset();
}

std::vector<double> Dispersion::state() const {
    std::vector<double> flat{n_, total_};
    flat.insert(flat.end(), mean_.begin(), mean_.end());
    return flat;
}

void Dispersion::restore(const std::vector<double>& flat) {
    n_ = flat[0];
    kappa_ = place_->certainty(n_);
    total_ = flat[1];
    std::copy(flat.begin() + 2, flat.begin() + 2 + static_cast<std::ptrdiff_t>(dimension()), mean_.begin());
    refresh_offset();
}

}  // namespace cecib
