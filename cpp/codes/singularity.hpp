#pragma once

namespace cecib {

// What the families agree on when clusters shrink.

// Below this share of a dispersion or determinant left after a removal, the exact answer needs the data.
constexpr double kSuspiciousShare = 1e-3;
// A variance below this share of the feature's in all the data may be rounding; sums of squares about the mean, unlike
// determinants, lose no digits to cancellation above it.
constexpr double kNegligible = 1e-10;
// A variance inside a cluster of this size, relative to the feature's in all the data, is looked at again.
constexpr double kRoundingVariance = 1e-10;
// A factor whose smallest relative pivot is below this is computed again from the points themselves.
constexpr double kTrusted = 1e-4;
// The share of a cluster's weight that counts as nothing left.
constexpr double kNothing = 1e-12;

}  // namespace cecib
