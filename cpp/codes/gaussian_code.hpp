#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "codes/singularity.hpp"
#include "data/points.hpp"
#include "data/summary.hpp"

namespace cecib {

constexpr double kImpossible = std::numeric_limits<double>::infinity();

// Points of a tile, transposed (see Points::tile), and which of them already sit in the cluster at hand.
struct Tile {
    const double* features;
    const double* weights;  // kLanes entries
    bool has_unit_weights;
    const bool* is_member;        // kLanes entries
    const std::uint8_t* members;  // the lanes that are members, n_members of them
    std::size_t n_members;
};

// How a Gaussian family codes the points of one cluster: the length A of the code, and its exact change when a point
// comes or goes. One subclass per family; everything a family knows is in its subclass.
class GaussianCode {
public:
    virtual ~GaussianCode() = default;
    virtual std::unique_ptr<GaussianCode> clone() const = 0;

    // From a summary. Returns the smallest relative pivot (see cholesky): the closer to 0, the less it can be trusted.
    virtual double rebuild(const Summary& summary) = 0;
    // The same from an upper root r of the scatter, rᵀr = scatter, which is exact for nearly singular clusters too.
    // Returns false if the cluster is singular and the family cannot code it.
    virtual bool rebuild_from_root(const Summary& summary, std::vector<double> root, double resolution) = 0;

    // Whether summaries need more of the scatter than its diagonal.
    virtual bool needs_covariances() const { return true; }

    virtual double length() const = 0;
    // The length for other points, by their summary; kImpossible if the family cannot code them.
    virtual double length_of(const Summary& summary) const {
        const std::unique_ptr<GaussianCode> own = clone();
        return own->rebuild(summary) > 0.0 ? own->length() : kImpossible;
    }
    virtual double change_with(const double* x, double w) const = 0;
    // The same, or kImpossible if it is not below a bound: a family that knows early need not go on.
    virtual double change_with_below(double bound, const double* x, double w) const {
        const double change = change_with(x, w);
        return change < bound ? change : kImpossible;
    }
    // Nothing: too close to a singular cluster to be told from here; rebuild without the point and compare.
    virtual std::optional<double> change_without(const double* x, double w) const = 0;
    // For each lane: change with the point, or without it where it is a member.
    virtual void tile_changes(const Tile& tile, double* out) const = 0;

    // Change of the length if the points had this summary; nothing: too close to singular to be told from a summary.
    virtual std::optional<double> change_to(const Summary& summary) const {
        const std::unique_ptr<GaussianCode> other = clone();
        if (!(other->rebuild(summary) > kTrusted)) return std::nullopt;
        return other->length() - length();
    }

    virtual void add(const double* x, double w) = 0;
    virtual void remove(const double* x, double w) = 0;

    // Everything that the changes depend on, in flat form, and back.
    virtual std::vector<double> state() const = 0;
    virtual void restore(const std::vector<double>& state) = 0;
    // ln of the predictive density of a point under the fitted Gaussian.
    virtual double log_density(const double* x) const = 0;

    // Which of the shapes it may take a code has taken, where there are several.
    virtual std::size_t choice() const { return 0; }

    // The start cluster that it comes from, where each start cluster has a family of its own.
    std::size_t prototype = 0;
};

}  // namespace cecib
