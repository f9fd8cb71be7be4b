#include "data/tile_kernels.hpp"

#include <cstring>

#include "data/points.hpp"
#include "numerics/lanes.hpp"

namespace cecib {

namespace {

constexpr std::size_t kGroup = 2 * kWidth;  // points per sweep over the factor
static_assert(kLanes % kGroup == 0, "a tile is a whole number of groups");

#define CECIB_INLINE static inline __attribute__((always_inline))
#define CECIB_UNROLL _Pragma("GCC unroll 8")

// By reference: how a vector is returned depends on the instruction set.
CECIB_INLINE const Lanes& at(const double* p) { return *reinterpret_cast<const Lanes*>(p); }

// Adds to q the squares of kRows rows of w·x − offset, for two vectors of points, which the rows load once.
template <std::size_t kRows>
CECIB_INLINE void add_squares(const double* x, const double* w, const double* offset, std::size_t d, std::size_t i,
                              Lanes& q0, Lanes& q1) {
    Lanes a0[kRows], a1[kRows];
    CECIB_UNROLL for (std::size_t r = 0; r < kRows; ++r) a0[r] = a1[r] = Lanes{} - offset[i + r];
    const double* row = w + i * d;
    for (std::size_t j = 0; j <= i; ++j) {
        const Lanes x0 = at(x + j * kLanes), x1 = at(x + j * kLanes + kWidth);
        CECIB_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
            a0[r] += row[r * d + j] * x0;
            a1[r] += row[r * d + j] * x1;
        }
    }
    CECIB_UNROLL for (std::size_t t = 1; t < kRows; ++t) {  // the triangle at the end of the rows
        const Lanes x0 = at(x + (i + t) * kLanes), x1 = at(x + (i + t) * kLanes + kWidth);
        CECIB_UNROLL for (std::size_t r = t; r < kRows; ++r) {
            a0[r] += row[r * d + i + t] * x0;
            a1[r] += row[r * d + i + t] * x1;
        }
    }
    CECIB_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
        q0 += a0[r] * a0[r];
        q1 += a1[r] * a1[r];
    }
}

template <std::size_t kRows>
CECIB_INLINE void distances(const double* features, const double* w, const double* offset, std::size_t d, double* q) {
    for (std::size_t first = 0; first < kLanes; first += kGroup) {
        const double* x = features + first;
        Lanes q0 = {}, q1 = {};
        std::size_t i = 0;
        for (; i + kRows <= d; i += kRows) add_squares<kRows>(x, w, offset, d, i, q0, q1);
        for (; i + 2 <= d; i += 2) add_squares<2>(x, w, offset, d, i, q0, q1);
        if (i < d) add_squares<1>(x, w, offset, d, i, q0, q1);
        *reinterpret_cast<Lanes*>(q + first) = q0;
        *reinterpret_cast<Lanes*>(q + first + kWidth) = q1;
    }
}

}  // namespace

#ifdef CECIB_DISPATCHES
namespace {

using Distances = void (*)(const double*, const double*, const double*, std::size_t, double*);

// Sixteen registers hold two rows, thirty-two hold four.
__attribute__((target("arch=x86-64-v4"))) void distances_v4(const double* x, const double* w, const double* offset,
                                                            std::size_t d, double* q) {
    distances<4>(x, w, offset, d, q);
}
__attribute__((target("arch=x86-64-v3"))) void distances_v3(const double* x, const double* w, const double* offset,
                                                            std::size_t d, double* q) {
    distances<2>(x, w, offset, d, q);
}
void distances_any(const double* x, const double* w, const double* offset, std::size_t d, double* q) {
    distances<2>(x, w, offset, d, q);
}

Distances widest() {
    if (__builtin_cpu_supports("x86-64-v4")) return distances_v4;
    return __builtin_cpu_supports("x86-64-v3") ? distances_v3 : distances_any;
}

const Distances kDistances = widest();

}  // namespace

void full_tile_distances(const double* features, const double* w, const double* offset, std::size_t d, double* q) {
    kDistances(features, w, offset, d, q);
}
#else
void full_tile_distances(const double* features, const double* w, const double* offset, std::size_t d, double* q) {
    distances<2>(features, w, offset, d, q);
}
#endif

// ln(1 + z) = e ln 2 + ln m with m in [√½, √2); ln m = 2 atanh(s), s = (m − 1)/(m + 1), by its series.
CECIB_FOR_ALL_INSTRUCTION_SETS
void tile_log_changes(double constant, double slope, double factor, const double* q, double* out) {
    for (std::size_t first = 0; first < kLanes; first += kWidth) {
        const Lanes zs = factor * *reinterpret_cast<const Lanes*>(q + first);
        const Lanes y = 1.0 + zs;
        const Lanes lost = zs - (y - 1.0);
        Bits bits;
        std::memcpy(&bits, &y, sizeof bits);
        bits += 0x3ff0000000000000LL - 0x3fe6a09e667f3bcdLL;
        const Bits exponent_bits = bits >> 52;
        Bits mantissa_bits = (bits & 0x000fffffffffffffLL) + 0x3fe6a09e667f3bcdLL;
        Lanes m;
        std::memcpy(&m, &mantissa_bits, sizeof m);
        Bits as_double_bits = exponent_bits | 0x4330000000000000LL;
        Lanes e;
        std::memcpy(&e, &as_double_bits, sizeof e);
        e -= 4503599627370496.0 + 1023.0;
        const Lanes s = (m - 1.0) / (m + 1.0), t = s * s;
        Lanes series = 1.0 / 21 + t * (1.0 / 23);
        series = 1.0 / 19 + t * series;
        series = 1.0 / 17 + t * series;
        series = 1.0 / 15 + t * series;
        series = 1.0 / 13 + t * series;
        series = 1.0 / 11 + t * series;
        series = 1.0 / 9 + t * series;
        series = 1.0 / 7 + t * series;
        series = 1.0 / 5 + t * series;
        series = 1.0 / 3 + t * series;
        const Lanes log = e * 0.6931471805599453094 + (2.0 * s + (2.0 * s * t * series + lost / y));
        *reinterpret_cast<Lanes*>(out + first) = constant + slope * log;
    }
}

CECIB_FOR_ALL_INSTRUCTION_SETS
void tile_square_distances(const double* features, const double* centre, const double* metric, std::size_t d,
                           double* out) {
    for (std::size_t first = 0; first < kLanes; first += kWidth) {
        Lanes sum = {};
        for (std::size_t j = 0; j < d; ++j) {
            const Lanes u = *reinterpret_cast<const Lanes*>(features + j * kLanes + first) - centre[j];
            sum += metric[j] * u * u;
        }
        *reinterpret_cast<Lanes*>(out + first) = sum;
    }
}

CECIB_FOR_ALL_INSTRUCTION_SETS
void keep_least(const double* changes, double offset, double number, double* least, double* which) {
    for (std::size_t first = 0; first < kLanes; first += kWidth) {
        const Lanes value = *reinterpret_cast<const Lanes*>(changes + first) + offset;
        Lanes& best = *reinterpret_cast<Lanes*>(least + first);
        Lanes& name = *reinterpret_cast<Lanes*>(which + first);
        name = value < best ? Lanes{} + number : name;
        best = value < best ? value : best;
    }
}

}  // namespace cecib
