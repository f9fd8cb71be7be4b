#pragma once

#include <cstddef>
#include <vector>

namespace cecib {

// What is known beforehand of the mean of a cluster: nothing, that it lies near a point, or the mean itself. A code
// counts its certainty κ, the points it has seen and what the expectation is worth in points.
class Place {
public:
    static Place unknown(std::size_t dimension) {
        return Place(Knowledge::unknown, std::vector<double>(dimension, 0.0), 0.0);
    }
    static Place expected(std::vector<double> mean, double kappa) {
        return Place(Knowledge::expected, std::move(mean), kappa);
    }
    static Place known(std::vector<double> mean) { return Place(Knowledge::known, std::move(mean), 0.0); }

    bool is_unknown() const { return knowledge_ == Knowledge::unknown; }
    const std::vector<double>& mean() const { return mean_; }
    std::size_t dimension() const { return mean_.size(); }

    double certainty(double n) const { return kappa_ + n; }
    // The centre of a code for n points around `mean`.
    void centre(const std::vector<double>& mean, double n, std::vector<double>& out) const;
    // What the square of (mean of n points − expected mean) counts in the scatter about the centre.
    double pull(double n) const { return knowledge_ == Knowledge::known ? n : kappa_ * n / (kappa_ + n); }
    // A point at u from the centre adds factor · u uᵀ to the scatter and draws the centre by share · u
    // (w < 0: it leaves).
    double factor(double certainty, double w) const {
        return knowledge_ == Knowledge::known ? w : certainty * w / (certainty + w);
    }
    double share(double certainty, double w) const {
        return knowledge_ == Knowledge::known ? 0.0 : w / (certainty + w);
    }

private:
    enum class Knowledge { unknown, expected, known };

    Place(Knowledge knowledge, std::vector<double> mean, double kappa)
        : knowledge_(knowledge), mean_(std::move(mean)), kappa_(kappa) {}

    Knowledge knowledge_;
    std::vector<double> mean_;
    double kappa_;
};

}  // namespace cecib
