#include "codes/cell_code.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "codes/singularity.hpp"
#include "data/tile_kernels.hpp"
#include "numerics/triangular.hpp"
#include "numerics/work_array.hpp"

namespace cecib {

CellCode::CellCode(std::shared_ptr<const Criterion> criterion, std::shared_ptr<const LengthLaw> law, Place place)
    : criterion_(std::move(criterion)), law_(std::move(law)), place_(std::make_shared<Place>(std::move(place))),
      d_(place_->dimension()), mean_(d_, 0.0), m_(d_ * d_, 0.0) {}

double CellCode::rebuild(const Summary& summary) {
    n_ = summary.weight;
    kappa_ = place_->certainty(n_);
    place_->centre(summary.mean, n_, mean_);
    gather(summary, m_);
    const double smallest = determine();
    settle();
    return smallest;
}

void CellCode::gather(const Summary& summary, std::vector<double>& m) const {
    const double n = summary.weight, pull = place_->pull(n);
    const std::vector<double>&scale = criterion_->scatter(), &cell = criterion_->cell(), &expected = place_->mean();
    for (std::size_t i = 0; i < d_; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            m[i * d_ + j] = summary.scatter[i * d_ + j] + scale[i * d_ + j] + n * cell[i * d_ + j] +
                            pull * (summary.mean[i] - expected[i]) * (summary.mean[j] - expected[j]);
}

// The root is not needed: where a column has no cells, the prior alone keeps M from being singular, as it always did.
bool CellCode::rebuild_from_root(const Summary& summary, std::vector<double>, double) { return rebuild(summary) > 0.0; }

namespace {

double log_determinant_of(const std::vector<double>& lower, std::size_t d) {
    double sum = 0.0;
    for (std::size_t j = 0; j < d; ++j) sum += std::log(lower[j * d + j]);
    return 2.0 * sum;
}

}  // namespace

double CellCode::determine() {
    std::vector<double> lower = m_;
    const double smallest = cholesky(lower, d_);
    log_determinant_ = log_determinant_of(lower, d_);
    return smallest;
}

void CellCode::settle() {
    more_ = side(1.0);
    less_ = side(-1.0);
    w_ = more_.lower.empty() ? std::vector<double>(d_ * d_, 0.0) : inverse_lower(more_.lower, d_);
    offset_.resize(d_);
    lower_times(w_, mean_.data(), offset_.data(), d_);
}

CellCode::Side CellCode::side(double w) const {
    Side own;
    if (n_ + w < 0.0) return own;
    std::vector<double> lower = m_;
    const std::vector<double>& cell = criterion_->cell();
    for (std::size_t i = 0; i < d_; ++i)
        for (std::size_t j = 0; j <= i; ++j) lower[i * d_ + j] += w * cell[i * d_ + j];
    if (!(cholesky(lower, d_) > 0.0)) return own;
    own.log_determinant = log_determinant_of(lower, d_);
    own.lower = std::move(lower);
    own.slope = law_->slope(n_ + w);
    own.constant = law_->constant_change(n_, w) + (own.slope - law_->slope(n_)) * log_determinant_ +
                   own.slope * (own.log_determinant - log_determinant_);
    own.factor = place_->factor(kappa_, w);
    return own;
}

double CellCode::length_of(const Summary& summary) const {
    std::vector<double> m(d_ * d_);
    gather(summary, m);
    if (!(cholesky(m, d_) > 0.0)) return kImpossible;
    return law_->constant(summary.weight) + law_->slope(summary.weight) * log_determinant_of(m, d_);
}

std::optional<double> CellCode::change_to(const Summary& summary) const {
    thread_local std::vector<double> m;
    m.resize(d_ * d_);
    gather(summary, m);
    if (!(cholesky(m, d_) > 0.0)) return std::nullopt;
    return law_->constant_change(n_, summary.weight - n_) + law_->slope(summary.weight) * log_determinant_of(m, d_) -
           law_->slope(n_) * log_determinant_;
}

double CellCode::length() const { return law_->constant(n_) + law_->slope(n_) * log_determinant_; }

double CellCode::distance(const Side& side, const double* x) const {
    WorkArray u(d_);
    for (std::size_t j = 0; j < d_; ++j) u[j] = x[j] - mean_[j];
    return solve_lower(side.lower, u.data(), d_);
}

double CellCode::change_with(const double* x, double w) const {
    const Side other = w == 1.0 ? Side{} : side(w);
    const Side& own = w == 1.0 ? more_ : other;
    if (own.lower.empty()) return kImpossible;
    return own.constant + own.slope * std::log1p(own.factor * distance(own, x));
}

std::optional<double> CellCode::change_without(const double* x, double w) const {
    if (n_ - w <= kNothing * n_) return -length();
    const Side other = w == 1.0 ? Side{} : side(-w);
    const Side& own = w == 1.0 ? less_ : other;
    if (own.lower.empty()) return std::nullopt;
    const double z = own.factor * distance(own, x);
    if (!(1.0 + z > kSuspiciousShare)) return std::nullopt;
    return own.constant + own.slope * std::log1p(z);
}

void CellCode::tile_changes(const Tile& tile, double* out) const {
    WorkArray x(d_);
    const auto exactly = [&](std::size_t p) {
        for (std::size_t j = 0; j < d_; ++j) x[j] = tile.features[j * kLanes + p];
        // what cannot be told from here is to be looked at more closely
        return tile.is_member[p] ? change_without(x.data(), tile.weights[p]).value_or(-kImpossible)
                                 : change_with(x.data(), tile.weights[p]);
    };
    if (!tile.has_unit_weights) {
        for (std::size_t p = 0; p < kLanes; ++p) out[p] = exactly(p);
        return;
    }
    alignas(64) double q[kLanes];
    full_tile_distances(tile.features, w_.data(), offset_.data(), d_, q);
    tile_log_changes(more_.constant, more_.slope, more_.factor, q, out);
    for (std::size_t m = 0; m < tile.n_members; ++m) out[tile.members[m]] = exactly(tile.members[m]);
}

void CellCode::shift(const double* x, double w) {
    const double factor = place_->factor(kappa_, w), share = place_->share(kappa_, w);
    const std::vector<double>& cell = criterion_->cell();
    const Side other = w == 1.0 || w == -1.0 ? Side{} : side(w);
    const Side& own = w == 1.0 ? more_ : w == -1.0 ? less_ : other;
    const double growth = own.lower.empty() ? -1.0 : own.factor * distance(own, x);
    for (std::size_t i = 0; i < d_; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            m_[i * d_ + j] += factor * (x[i] - mean_[i]) * (x[j] - mean_[j]) + w * cell[i * d_ + j];
    for (std::size_t j = 0; j < d_; ++j) mean_[j] += (x[j] - mean_[j]) * share;
    n_ += w;
    kappa_ += w;
    if (1.0 + growth > kSuspiciousShare)
        log_determinant_ = own.log_determinant + std::log1p(growth);
    else
        determine();
    settle();
}

std::vector<double> CellCode::state() const {
    std::vector<double> flat{n_};
    flat.insert(flat.end(), mean_.begin(), mean_.end());
    flat.insert(flat.end(), m_.begin(), m_.end());
    return flat;
}

void CellCode::restore(const std::vector<double>& flat) {
    n_ = flat[0];
    kappa_ = place_->certainty(n_);
    std::copy(flat.begin() + 1, flat.begin() + 1 + static_cast<std::ptrdiff_t>(d_), mean_.begin());
    std::copy(flat.begin() + 1 + static_cast<std::ptrdiff_t>(d_), flat.end(), m_.begin());
    if (!(determine() > 0.0)) throw std::invalid_argument("the matrix of a cluster must be positive definite");
    settle();
}

}  // namespace cecib
