#include "data/tile_kernels.hpp"

#include <cstring>

#include "data/points.hpp"
#include "numerics/lanes.hpp"

namespace cecib {

namespace {

// By reference: how a vector is returned depends on the instruction set.
template <class Wide>
CECIB_INLINE const typename Wide::Lanes& at(const double* p) {
    return *reinterpret_cast<const typename Wide::Lanes*>(p);
}
template <class Wide>
CECIB_INLINE typename Wide::Lanes& at(double* p) {
    return *reinterpret_cast<typename Wide::Lanes*>(p);
}

// Adds to q the squares of kRows rows of w·x − offset, for two vectors of points, which the rows load once.
template <class Wide, std::size_t kRows>
CECIB_INLINE void add_squares(const double* x, const double* w, const double* offset, std::size_t d, std::size_t i,
                              typename Wide::Lanes& q0, typename Wide::Lanes& q1) {
    using Lanes = typename Wide::Lanes;
    constexpr std::size_t kWidth = Wide::kWidth;
    Lanes a0[kRows], a1[kRows];
    CECIB_UNROLL for (std::size_t r = 0; r < kRows; ++r) a0[r] = a1[r] = Lanes{} - offset[i + r];
    const double* row = w + i * d;
    for (std::size_t j = 0; j <= i; ++j) {
        const Lanes x0 = at<Wide>(x + j * kLanes), x1 = at<Wide>(x + j * kLanes + kWidth);
        CECIB_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
            a0[r] += row[r * d + j] * x0;
            a1[r] += row[r * d + j] * x1;
        }
    }
    CECIB_UNROLL for (std::size_t t = 1; t < kRows; ++t) {  // the triangle at the end of the rows
        const Lanes x0 = at<Wide>(x + (i + t) * kLanes), x1 = at<Wide>(x + (i + t) * kLanes + kWidth);
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

template <class Wide>
CECIB_INLINE void distances(const double* features, const double* w, const double* offset, std::size_t d, double* q) {
    constexpr std::size_t kWidth = Wide::kWidth, kRows = Wide::kRows;
    static_assert(kLanes % (2 * kWidth) == 0, "a tile is a whole number of groups");
    for (std::size_t first = 0; first < kLanes; first += 2 * kWidth) {
        const double* x = features + first;
        typename Wide::Lanes q0 = {}, q1 = {};
        std::size_t i = 0;
        for (; i + kRows <= d; i += kRows) add_squares<Wide, kRows>(x, w, offset, d, i, q0, q1);
        for (; i + 2 <= d; i += 2) add_squares<Wide, 2>(x, w, offset, d, i, q0, q1);
        if (i < d) add_squares<Wide, 1>(x, w, offset, d, i, q0, q1);
        at<Wide>(q + first) = q0;
        at<Wide>(q + first + kWidth) = q1;
    }
}

// ln(1 + z) = e ln 2 + ln m with m in [√½, √2); ln m = 2 atanh(s), s = (m − 1)/(m + 1), by its series.
template <class Wide>
CECIB_INLINE void log_changes(double constant, double slope, double factor, const double* q, double* out) {
    using Lanes = typename Wide::Lanes;
    using Bits = typename Wide::Bits;
    for (std::size_t first = 0; first < kLanes; first += Wide::kWidth) {
        const Lanes zs = factor * at<Wide>(q + first);
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
        at<Wide>(out + first) = constant + slope * log;
    }
}

template <class Wide>
CECIB_INLINE void square_distances(const double* features, const double* centre, const double* metric, std::size_t d,
                                   double* out) {
    using Lanes = typename Wide::Lanes;
    for (std::size_t first = 0; first < kLanes; first += Wide::kWidth) {
        Lanes sum = {};
        for (std::size_t j = 0; j < d; ++j) {
            const Lanes u = at<Wide>(features + j * kLanes + first) - centre[j];
            sum += metric[j] * u * u;
        }
        at<Wide>(out + first) = sum;
    }
}

template <class Wide>
CECIB_INLINE void least_of(const double* changes, double offset, double number, double* least, double* which) {
    using Lanes = typename Wide::Lanes;
    for (std::size_t first = 0; first < kLanes; first += Wide::kWidth) {
        const Lanes value = at<Wide>(changes + first) + offset;
        Lanes& best = at<Wide>(least + first);
        Lanes& name = at<Wide>(which + first);
        name = value < best ? Lanes{} + number : name;
        best = value < best ? value : best;
    }
}

template <class Wide>
CECIB_INLINE void two_least_of(const double* changes, double offset, double number, double* least, double* next,
                               double* which) {
    using Lanes = typename Wide::Lanes;
    for (std::size_t first = 0; first < kLanes; first += Wide::kWidth) {
        const Lanes value = at<Wide>(changes + first) + offset;
        const Lanes best = at<Wide>(least + first);
        const Lanes larger = value < best ? best : value;
        Lanes& second = at<Wide>(next + first);
        second = larger < second ? larger : second;
    }
    least_of<Wide>(changes, offset, number, least, which);
}

}  // namespace

CECIB_AT_EVERY_WIDTH(full_tile_distances, distances,
                     (const double* features, const double* w, const double* offset, std::size_t d, double* q),
                     (features, w, offset, d, q))
CECIB_AT_EVERY_WIDTH(tile_log_changes, log_changes,
                     (double constant, double slope, double factor, const double* q, double* out),
                     (constant, slope, factor, q, out))
CECIB_AT_EVERY_WIDTH(tile_square_distances, square_distances,
                     (const double* features, const double* centre, const double* metric, std::size_t d, double* out),
                     (features, centre, metric, d, out))
CECIB_AT_EVERY_WIDTH(keep_least, least_of,
                     (const double* changes, double offset, double number, double* least, double* which),
                     (changes, offset, number, least, which))
CECIB_AT_EVERY_WIDTH(keep_two_least, two_least_of,
                     (const double* changes, double offset, double number, double* least, double* next, double* which),
                     (changes, offset, number, least, next, which))

}  // namespace cecib
