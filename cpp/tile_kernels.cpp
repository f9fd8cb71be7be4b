#include "tile_kernels.hpp"

#include <cstring>

#include "lanes.hpp"
#include "points.hpp"

namespace cecib {

namespace {

constexpr std::size_t kGroup = 2 * kWidth;        // points per sweep over the factor
static_assert(kLanes % kGroup == 0, "a tile is a whole number of groups");

}  // namespace

CECIB_FOR_ALL_INSTRUCTION_SETS
void full_tile_distances(const double* features, const double* w, const double* offset, std::size_t d, double* q) {
    for (std::size_t first = 0; first < kLanes; first += kGroup) {
        const double* x = features + first;
        Lanes q0 = {}, q1 = {};
        std::size_t i = 0;
        for (; i + 2 <= d; i += 2) {  // two rows of the factor share the loads of the points
            const double* row0 = w + i * d;
            const double* row1 = row0 + d;
            Lanes a0 = Lanes{} - offset[i], a1 = a0, b0 = Lanes{} - offset[i + 1], b1 = b0;
            for (std::size_t j = 0; j <= i; ++j) {
                const Lanes x0 = *reinterpret_cast<const Lanes*>(x + j * kLanes);
                const Lanes x1 = *reinterpret_cast<const Lanes*>(x + j * kLanes + kWidth);
                a0 += row0[j] * x0;
                a1 += row0[j] * x1;
                b0 += row1[j] * x0;
                b1 += row1[j] * x1;
            }
            b0 += row1[i + 1] * *reinterpret_cast<const Lanes*>(x + (i + 1) * kLanes);
            b1 += row1[i + 1] * *reinterpret_cast<const Lanes*>(x + (i + 1) * kLanes + kWidth);
            q0 += a0 * a0 + b0 * b0;
            q1 += a1 * a1 + b1 * b1;
        }
        if (i < d) {
            const double* row = w + i * d;
            Lanes a0 = Lanes{} - offset[i], a1 = a0;
            for (std::size_t j = 0; j <= i; ++j) {
                a0 += row[j] * *reinterpret_cast<const Lanes*>(x + j * kLanes);
                a1 += row[j] * *reinterpret_cast<const Lanes*>(x + j * kLanes + kWidth);
            }
            q0 += a0 * a0;
            q1 += a1 * a1;
        }
        *reinterpret_cast<Lanes*>(q + first) = q0;
        *reinterpret_cast<Lanes*>(q + first + kWidth) = q1;
    }
}

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
void tile_square_distances(const double* features, const double* centre, const double* metric, std::size_t d, double* out) {
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
