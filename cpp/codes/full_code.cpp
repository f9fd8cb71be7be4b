#include "codes/full_code.hpp"

#include <algorithm>
#include <cmath>

#include "codes/singularity.hpp"
#include "data/tile_kernels.hpp"
#include "numerics/relaxed.hpp"
#include "numerics/special_functions.hpp"
#include "numerics/triangular.hpp"
#include "numerics/work_array.hpp"

namespace cecib {

namespace {

constexpr double kNotYet = kImpossible;  // no change is infinite

}  // namespace

FullCode::FullCode(std::shared_ptr<const Criterion> criterion, std::shared_ptr<const LengthLaw> law, Place place)
    : criterion_(std::move(criterion)), law_(std::move(law)), place_(std::make_shared<Place>(std::move(place))),
      d_(place_->dimension()), mean_(d_, 0.0), w_(d_ * d_, 0.0), offset_(d_, 0.0) {}

void FullCode::set_size_and_mean(const Summary& summary) {
    n_ = summary.weight;
    kappa_ = place_->certainty(n_);
    place_->centre(summary.mean, n_, mean_);
}

void FullCode::set_factor(const std::vector<double>& lower) {
    w_ = inverse_lower(lower, d_);
    log_determinant_ = log_determinant_of_factor();
    refresh_cache();
}

double FullCode::log_determinant_of_factor() const {
    double sum = 0.0;
    for (std::size_t j = 0; j < d_; ++j) sum += std::log(w_[j * d_ + j]);
    return -2.0 * sum;
}

void FullCode::refresh_cache() {
    lower_times(w_, mean_.data(), offset_.data(), d_);
    add_one_ = step(1.0);
    remove_one_ = step(-1.0);
    more_.fill(kNotYet);
    less_.fill(kNotYet);
}

double FullCode::rebuild(const Summary& summary) {
    set_size_and_mean(summary);
    std::vector<double> m;
    const double smallest = factorise(summary, m);
    if (smallest > 0.0) set_factor(m);
    return smallest;
}

double FullCode::factorise(const Summary& summary, std::vector<double>& m) const {
    const double n = summary.weight;
    m = summary.scatter;
    if (!place_->is_unknown()) {
        const double pull = place_->pull(n);
        const std::vector<double>&scale = criterion_->scatter(), &expected = place_->mean();
        for (std::size_t i = 0; i < d_; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                m[i * d_ + j] +=
                    scale[i * d_ + j] + pull * (summary.mean[i] - expected[i]) * (summary.mean[j] - expected[j]);
    }
    // Features are scaled to a deviation near 1: one that hardly varies inside the cluster may be nothing but rounding.
    double narrowest = 1.0;
    for (std::size_t j = 0; j < d_; ++j) narrowest = std::min(narrowest, m[j * d_ + j] / n / kRoundingVariance);
    return std::min(cholesky(m, d_), narrowest);
}

std::optional<double> FullCode::change_to(const Summary& summary) const {
    thread_local std::vector<double> m;
    if (!(factorise(summary, m) > kTrusted)) return std::nullopt;
    double log_determinant = 0.0;
    for (std::size_t j = 0; j < d_; ++j) log_determinant += 2.0 * std::log(m[j * d_ + j]);
    return size_change(summary.weight - n_) + law_->slope(summary.weight) * log_determinant -
           law_->slope(n_) * log_determinant_;
}

double FullCode::size_change(double w) const {
    const double size = std::fabs(w);
    if (size != std::floor(size) || size < 2.0 || size >= static_cast<double>(kRemembered))
        return law_->constant_change(n_, w);
    double& known = (w > 0.0 ? more_ : less_)[static_cast<std::size_t>(size)];
    double change = relaxed_load(known);
    if (change == kNotYet) {
        change = law_->constant_change(n_, w);
        relaxed_store(known, change);
    }
    return change;
}

bool FullCode::rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) {
    set_size_and_mean(summary);
    if (!place_->is_unknown()) {
        std::vector<double> lower = criterion_->scatter(), row(d_);
        cholesky(lower, d_);
        for (std::size_t j = 0; j < d_; ++j) {  // columns of the lower factor are rows of the root
            for (std::size_t i = 0; i < d_; ++i) row[i] = i >= j ? lower[i * d_ + j] : 0.0;
            append_row(root, row.data(), d_);
        }
        const double pull = std::sqrt(place_->pull(n_));
        for (std::size_t j = 0; j < d_; ++j) row[j] = pull * (summary.mean[j] - place_->mean()[j]);
        append_row(root, row.data(), d_);
    }
    std::vector<double> lower(d_ * d_, 0.0);
    for (std::size_t j = 0; j < d_; ++j) {
        if (root[j * d_ + j] == 0.0) return false;
        const double sign = root[j * d_ + j] < 0.0 ? -1.0 : 1.0;
        for (std::size_t i = j; i < d_; ++i) lower[i * d_ + j] = sign * root[j * d_ + i];
    }
    const bool is_flat = dependent_column(root, n_, resolution, d_) < d_;
    set_factor(lower);  // a cluster that has come so close to flat step by step keeps its cost, which is finite
    return !is_flat;
}

double FullCode::length_of(const Summary& summary) const {
    std::vector<double> m;
    if (!(factorise(summary, m) > 0.0)) return kImpossible;
    double log_determinant = 0.0;
    for (std::size_t j = 0; j < d_; ++j) log_determinant += 2.0 * std::log(m[j * d_ + j]);
    return law_->constant(summary.weight) + law_->slope(summary.weight) * log_determinant;
}

double FullCode::length() const { return law_->constant(n_) + law_->slope(n_) * log_determinant_; }

FullCode::Step FullCode::step(double w) const {
    const double slope = law_->slope(n_ + w);
    const double constant = size_change(w) + (slope - law_->slope(n_)) * log_determinant_;
    return {constant, slope, place_->factor(kappa_, w)};
}

double FullCode::distance(const double* x, double* p) const {
    WorkArray u(d_);
    for (std::size_t j = 0; j < d_; ++j) u[j] = x[j] - mean_[j];
    return lower_times(w_, u.data(), p, d_);
}

double FullCode::change_with(const double* x, double w) const {
    WorkArray p(d_);
    const Step s = w == 1.0 ? add_one_ : step(w);
    return s.constant + s.slope * std::log1p(s.factor * distance(x, p.data()));
}

double FullCode::change_with_below(double bound, const double* x, double w) const {
    WorkArray u(d_);
    for (std::size_t j = 0; j < d_; ++j) u[j] = x[j] - mean_[j];
    const Step s = w == 1.0 ? add_one_ : step(w);
    const double limit = std::expm1((bound - s.constant) / s.slope) / s.factor;  // of the square
    const double square = lower_square(w_, u.data(), limit, d_);
    return square < limit ? s.constant + s.slope * std::log1p(s.factor * square) : kImpossible;
}

std::optional<double> FullCode::change_without(const double* x, double w) const {
    if (n_ - w <= kNothing * n_) return -length();
    WorkArray p(d_);
    const Step s = w == 1.0 ? remove_one_ : step(-w);
    const double z = s.factor * distance(x, p.data());
    if (!(1.0 + z > kSuspiciousShare)) return std::nullopt;
    return s.constant + s.slope * std::log1p(z);
}

void FullCode::tile_changes(const Tile& tile, double* out) const {
    alignas(64) double q[kLanes];
    full_tile_distances(tile.features, w_.data(), offset_.data(), d_, q);
    if (tile.has_unit_weights) {
        tile_log_changes(add_one_.constant, add_one_.slope, add_one_.factor, q, out);
        for (std::size_t m = 0; m < tile.n_members; ++m)
            out[tile.members[m]] = change_at(remove_one_, q[tile.members[m]]);
    } else {
        for (std::size_t p = 0; p < kLanes; ++p)
            out[p] = change_at(step(tile.is_member[p] ? -tile.weights[p] : tile.weights[p]), q[p]);
    }
}

double FullCode::change_at(const Step& s, double q) {
    // Close to singular the change is only a bound; whoever wants to act on it asks change_without.
    return s.constant + s.slope * std::log1p(std::max(s.factor * q, kSuspiciousShare - 1.0));
}

void FullCode::shift(const double* x, double w) {
    WorkArray p(d_), scratch(d_);
    const double factor = place_->factor(kappa_, w), share = place_->share(kappa_, w);
    log_determinant_ += std::log1p(factor * distance(x, p.data()));
    update_inverse_factor(w_, p.data(), factor, scratch.data(), d_);
    for (std::size_t j = 0; j < d_; ++j) mean_[j] += (x[j] - mean_[j]) * share;
    n_ += w;
    kappa_ += w;
    refresh_cache();
}

void FullCode::add(const double* x, double w) { shift(x, w); }

void FullCode::remove(const double* x, double w) { shift(x, -w); }

std::vector<double> FullCode::state() const {
    std::vector<double> flat{n_};
    flat.insert(flat.end(), mean_.begin(), mean_.end());
    flat.insert(flat.end(), w_.begin(), w_.end());
    return flat;
}

void FullCode::restore(const std::vector<double>& flat) {
    n_ = flat[0];
    kappa_ = place_->certainty(n_);
    std::copy(flat.begin() + 1, flat.begin() + 1 + static_cast<std::ptrdiff_t>(d_), mean_.begin());
    std::copy(flat.begin() + 1 + static_cast<std::ptrdiff_t>(d_), flat.end(), w_.begin());
    log_determinant_ = log_determinant_of_factor();
    refresh_cache();
}

double FullCode::log_density(const double* x) const {
    if (criterion_->predicts()) return -change_with(x, 1.0);  // the posterior predictive, a Student t
    WorkArray p(d_);
    const double q = distance(x, p.data());
    return -0.5 * (static_cast<double>(d_) * (kLog2Pi - std::log(n_)) + log_determinant_ + n_ * q);
}

}  // namespace cecib
