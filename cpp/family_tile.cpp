#include "family_tile.hpp"

#include <cmath>
#include <cstring>

#include "instruction_sets.hpp"
#include "work.hpp"

namespace cecib {

namespace {

typedef double Lanes __attribute__((vector_size(64), aligned(8), may_alias));
typedef unsigned long long Bits __attribute__((vector_size(64), aligned(8), may_alias));
constexpr std::size_t kWidth = 8;
static_assert(kLanes % (2 * kWidth) == 0, "a tile is a whole number of pairs of vectors");

}  // namespace

CECIB_FOR_ALL_INSTRUCTION_SETS
void diagonal_tile_distances(const double* features, const double* metric, const double* mean, std::size_t d, double* q) {
    for (std::size_t first = 0; first < kLanes; first += 2 * kWidth) {
        Lanes q0 = {}, q1 = {};
        for (std::size_t j = 0; j < d; ++j) {
            const double* x = features + j * kLanes + first;
            const Lanes u0 = *reinterpret_cast<const Lanes*>(x) - mean[j];
            const Lanes u1 = *reinterpret_cast<const Lanes*>(x + kWidth) - mean[j];
            q0 += metric[j] * (u0 * u0);
            q1 += metric[j] * (u1 * u1);
        }
        *reinterpret_cast<Lanes*>(q + first) = q0;
        *reinterpret_cast<Lanes*>(q + first + kWidth) = q1;
    }
}

// One logarithm per point instead of one per feature: the exponent of the running product is split off as it grows.
CECIB_FOR_ALL_INSTRUCTION_SETS
void diagonal_tile_products(const double* features, const double* metric, const double* mean, const double* factor,
                            double least, std::size_t d, double* mantissa, double* exponent) {
    for (std::size_t first = 0; first < kLanes; first += kWidth) {
        const Lanes f = *reinterpret_cast<const Lanes*>(factor + first);
        Lanes product = Lanes{} + 1.0;
        Bits exponents = {};
        for (std::size_t j = 0; j < d; ++j) {
            const Lanes u = *reinterpret_cast<const Lanes*>(features + j * kLanes + first) - mean[j];
            const Lanes one = 1.0 + f * (metric[j] * (u * u));
            product *= one > least ? one : Lanes{} + least;
            Bits bits;
            std::memcpy(&bits, &product, sizeof bits);
            exponents += (bits >> 52) - 1023;
            bits = (bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL;
            std::memcpy(&product, &bits, sizeof product);
        }
        *reinterpret_cast<Lanes*>(mantissa + first) = product;
        for (std::size_t p = 0; p < kWidth; ++p) exponent[first + p] = static_cast<double>(static_cast<long long>(exponents[p]));
    }
}

void scalar_tile_changes(const GaussianCode& code, const Tile& tile, std::size_t d, double* out) {
    Work x(d);
    for (std::size_t p = 0; p < kLanes; ++p) {
        for (std::size_t j = 0; j < d; ++j) x.data[j] = tile.features[j * kLanes + p];
        out[p] = tile.is_member[p] ? code.change_without(x.data, tile.weights[p]) : code.change_with(x.data, tile.weights[p]);
        if (std::isnan(out[p])) out[p] = -kImpossible;  // to be looked at more closely
    }
}

}  // namespace cecib
