#include "codes/family_tiles.hpp"

#include <cmath>
#include <cstring>

#include "numerics/lanes.hpp"
#include "numerics/work_array.hpp"

namespace cecib {

namespace {

// One logarithm per point instead of one per feature: the exponent of the running product is split off as it grows.
template <class Wide>
CECIB_INLINE void products(const double* features, const DiagonalGaussian& own, const double* factor,
                           const double* weight, double least, std::size_t d, double* mantissa, double* exponent) {
    using Lanes = typename Wide::Lanes;
    using Bits = typename Wide::Bits;
    for (std::size_t first = 0; first < kLanes; first += Wide::kWidth) {
        const Lanes f = *reinterpret_cast<const Lanes*>(factor + first);
        const Lanes w = *reinterpret_cast<const Lanes*>(weight + first);
        Lanes product = Lanes{} + 1.0;
        Bits exponents = {};
        for (std::size_t j = 0; j < d; ++j) {
            const Lanes u = *reinterpret_cast<const Lanes*>(features + j * kLanes + first) - own.mean[j];
            const Lanes one = 1.0 + f * (own.metric[j] * (u * u)) + w * own.cells[j];
            product *= one > least ? one : Lanes{} + least;
            Bits bits;
            std::memcpy(&bits, &product, sizeof bits);
            exponents += (bits >> 52) - 1023;
            bits = (bits & 0x000fffffffffffffLL) | 0x3ff0000000000000LL;
            std::memcpy(&product, &bits, sizeof product);
        }
        *reinterpret_cast<Lanes*>(mantissa + first) = product;
        long long each[Wide::kWidth];
        std::memcpy(each, &exponents, sizeof each);
        for (std::size_t p = 0; p < Wide::kWidth; ++p) exponent[first + p] = static_cast<double>(each[p]);
    }
}

}  // namespace

CECIB_AT_EVERY_WIDTH(diagonal_tile_products, products,
                     (const double* features, const DiagonalGaussian& own, const double* factor, const double* weight,
                      double least, std::size_t d, double* mantissa, double* exponent),
                     (features, own, factor, weight, least, d, mantissa, exponent))

void scalar_tile_changes(const GaussianCode& code, const Tile& tile, std::size_t d, double* out) {
    WorkArray x(d);
    for (std::size_t p = 0; p < kLanes; ++p) {
        for (std::size_t j = 0; j < d; ++j) x[j] = tile.features[j * kLanes + p];
        // what cannot be told from here is to be looked at more closely
        out[p] = tile.is_member[p] ? code.change_without(x.data(), tile.weights[p]).value_or(-kImpossible)
                                   : code.change_with(x.data(), tile.weights[p]);
    }
}

}  // namespace cecib
