#include "codes/diagonal_code.hpp"

#include <algorithm>
#include <cmath>

#include "codes/family_tiles.hpp"
#include "codes/singularity.hpp"
#include "data/tile_kernels.hpp"
#include "numerics/special_functions.hpp"

namespace cecib {

namespace {

constexpr double kLog2 = 0.69314718055994530942;

// ln of a product of many factors with a logarithm only now and then.
class LogProduct {
public:
    void multiply(double factor) {
        product_ *= factor;
        if (product_ > 1e100 || product_ < 1e-100) {
            sum_ += std::log(product_);
            product_ = 1.0;
        }
    }
    double value() const { return sum_ + std::log(product_); }

private:
    double product_ = 1.0, sum_ = 0.0;
};

}  // namespace

DiagonalCode::DiagonalCode(std::shared_ptr<const Criterion> criterion)
    : criterion_(std::move(criterion)), law_(criterion_->diagonal_law()), mean_(criterion_->dimension(), 0.0),
      squares_(mean_.size(), 0.0), inverse_(mean_.size(), 0.0), cells_(mean_.size(), 0.0) {}

double DiagonalCode::set_from(const Summary& summary) {
    const std::size_t d = mean_.size();
    const Place& place = criterion_->place();
    n_ = summary.weight;
    kappa_ = place.certainty(n_);
    place.centre(summary.mean, n_, mean_);
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < d; ++j) {
        squares_[j] = std::max(0.0, summary.square(j)) + n_ * criterion_->cell(j);
        if (!place.is_unknown()) {
            const double apart = summary.mean[j] - place.mean()[j];
            squares_[j] += criterion_->scatter()[j * d + j] + place.pull(n_) * apart * apart;
        }
        smallest = std::min(smallest, squares_[j]);
    }
    return smallest;
}

double DiagonalCode::rebuild(const Summary& summary) {
    const double smallest = set_from(summary);
    refresh_cache();
    return criterion_->allows_flat() || smallest > kNegligible * n_ ? 1.0 : 0.0;
}

bool DiagonalCode::rebuild_from_root(const Summary& summary, std::vector<double>, double resolution) {
    const double smallest = set_from(summary);  // the scatter has been made from the root: it is exact
    if (!criterion_->allows_flat() && !(smallest > resolution * resolution * n_)) return false;
    refresh_cache();
    return true;
}

void DiagonalCode::refresh_cache() {
    LogProduct determinant;
    for (std::size_t j = 0; j < mean_.size(); ++j) {
        determinant.multiply(squares_[j]);
        inverse_[j] = 1.0 / squares_[j];
        cells_[j] = criterion_->cell(j) * inverse_[j];
    }
    log_determinant_ = determinant.value();
    add_one_ = step(1.0);
    remove_one_ = step(-1.0);
}

double DiagonalCode::length() const { return law_->constant(n_) + law_->slope(n_) * log_determinant_; }

DiagonalCode::Step DiagonalCode::step(double w) const {
    const double slope = law_->slope(n_ + w);
    const double constant = law_->constant_change(n_, w) + (slope - law_->slope(n_)) * log_determinant_;
    return {constant, slope, criterion_->place().factor(kappa_, w), w};
}

double DiagonalCode::change_with(const double* x, double w) const {
    const Step s = w == 1.0 ? add_one_ : step(w);
    LogProduct growth;
    for (std::size_t j = 0; j < mean_.size(); ++j) {
        const double u = x[j] - mean_[j];
        growth.multiply(1.0 + s.factor * (inverse_[j] * (u * u)) + s.w * cells_[j]);
    }
    return s.constant + s.slope * growth.value();
}

std::optional<double> DiagonalCode::change_without(const double* x, double w) const {
    if (n_ - w <= kNothing * n_) return -length();
    const Step s = w == 1.0 ? remove_one_ : step(-w);
    LogProduct growth;
    for (std::size_t j = 0; j < mean_.size(); ++j) {
        const double u = x[j] - mean_[j];
        const double left = 1.0 + s.factor * (inverse_[j] * (u * u)) + s.w * cells_[j];
        if (!(left > kSuspiciousShare)) return std::nullopt;
        growth.multiply(left);
    }
    return s.constant + s.slope * growth.value();
}

void DiagonalCode::tile_changes(const Tile& tile, double* out) const {
    alignas(64) double factor[kLanes], weight[kLanes], mantissa[kLanes], exponent[kLanes], constant[kLanes],
        slope[kLanes];
    for (std::size_t p = 0; p < kLanes; ++p) {
        const double w = tile.is_member[p] ? -tile.weights[p] : tile.weights[p];
        const bool is_last = n_ + w <= kNothing * n_;
        const Step s = is_last     ? Step{-length(), 0.0, 0.0, 0.0}
                       : w == 1.0  ? add_one_
                       : w == -1.0 ? remove_one_
                                   : step(w);
        constant[p] = s.constant;
        slope[p] = s.slope;
        factor[p] = s.factor;
        weight[p] = s.w;
    }
    diagonal_tile_products(tile.features, {inverse_.data(), mean_.data(), cells_.data()}, factor, weight,
                           kSuspiciousShare, mean_.size(), mantissa, exponent);
    for (std::size_t p = 0; p < kLanes; ++p) mantissa[p] -= 1.0;
    tile_log_changes(0.0, 1.0, 1.0, mantissa, out);
    for (std::size_t p = 0; p < kLanes; ++p) out[p] = constant[p] + slope[p] * (out[p] + exponent[p] * kLog2);
}

void DiagonalCode::shift(const double* x, double w) {
    const Place& place = criterion_->place();
    const double factor = place.factor(kappa_, w), share = place.share(kappa_, w);
    for (std::size_t j = 0; j < mean_.size(); ++j) {
        const double u = x[j] - mean_[j];
        squares_[j] += factor * u * u + w * criterion_->cell(j);
        mean_[j] += u * share;
    }
    n_ += w;
    kappa_ += w;
    refresh_cache();
}

std::vector<double> DiagonalCode::state() const {
    std::vector<double> flat{n_};
    flat.insert(flat.end(), mean_.begin(), mean_.end());
    flat.insert(flat.end(), squares_.begin(), squares_.end());
    return flat;
}

void DiagonalCode::restore(const std::vector<double>& flat) {
    const auto d = static_cast<std::ptrdiff_t>(mean_.size());
    n_ = flat[0];
    kappa_ = criterion_->place().certainty(n_);
    std::copy(flat.begin() + 1, flat.begin() + 1 + d, mean_.begin());
    std::copy(flat.begin() + 1 + d, flat.begin() + 1 + 2 * d, squares_.begin());
    refresh_cache();
}

double DiagonalCode::log_density(const double* x) const {
    if (criterion_->predicts()) return -change_with(x, 1.0);  // the posterior predictive, a product of Student t
    double sum = log_determinant_;
    for (std::size_t j = 0; j < mean_.size(); ++j) sum += n_ * inverse_[j] * (x[j] - mean_[j]) * (x[j] - mean_[j]);
    return -0.5 * (static_cast<double>(mean_.size()) * (kLog2Pi - std::log(n_)) + sum);
}

}  // namespace cecib
