#pragma once

#include <memory>
#include <optional>

#include "codes/gaussian_code.hpp"
#include "codes/label_code.hpp"
#include "data/summary.hpp"

namespace cecib {

struct CostTerms {
    double complexity = 0.0, accuracy = 0.0, consistency = 0.0;
    double total() const { return complexity + accuracy + consistency; }
};

// What is the same for all clusters of a partition: the code of the labels, and the mass of all points.
struct CostSetting {
    std::shared_ptr<const LabelCode> labels;
    double total_weight = 0.0;
};

// The categories of the points of a tile, and which of its lanes are labelled.
struct TileLabels {
    const std::int32_t* categories;  // kLanes entries
    const std::uint8_t* labelled;
    std::size_t n_labelled;
};

// A summary and the code of its Gaussian, kept in step; knows its own cost E(Y) and how one point would change it.
class Cluster {
public:
    Cluster(Summary summary, std::unique_ptr<GaussianCode> code, const CostSetting& setting);
    Cluster(const Cluster& other);
    Cluster& operator=(const Cluster& other);
    Cluster(Cluster&&) = default;
    Cluster& operator=(Cluster&&) = default;

    double weight() const { return summary_.weight; }
    const Summary& summary() const { return summary_; }
    GaussianCode& code() { return *code_; }
    const GaussianCode& code() const { return *code_; }
    const CostSetting& setting() const { return setting_; }
    CostTerms cost() const;

    double change_with(const double* x, double w, std::int32_t category) const;
    // The same, or kImpossible if it is not below a bound.
    double change_with_below(double bound, const double* x, double w, std::int32_t category) const;
    // Nothing as in GaussianCode::change_without.
    std::optional<double> change_without(const double* x, double w, std::int32_t category) const;
    // The part of a change that is not the Gaussian's: cluster identification and labels (w < 0: removal).
    double bookkeeping_change(double w, std::int32_t category) const;
    // The same for several points, with the labels that they have.
    double bookkeeping_change(double w, const CategoryCounts& categories) const;

    // For each lane, the change with the point, or without it where it is a member, less the number returned.
    double tile_changes(const Tile& tile, const TileLabels& labels, double* out) const;

    void add(const double* x, double w, std::int32_t category);
    void remove(const double* x, double w, std::int32_t category);

    void set_summary(Summary summary);  // the code has to be rebuilt afterwards
    void settle();                      // refreshes what is cached after the summary changed

private:
    double category_change(std::int32_t category, double w) const;

    Summary summary_;
    std::unique_ptr<GaussianCode> code_;
    CostSetting setting_;
    double identify_one_more_ = 0.0, identify_one_less_ = 0.0;  // changes of n_i ln(n / n_i)
    // Change of the labels' cost for one more or one less point, unlabelled or of each category, filled when asked for,
    // by any thread.
    mutable std::vector<double> one_more_, one_less_;
};

// The cluster that two make together, of the cheaper of their families; nothing if neither can code it.
std::optional<Cluster> merged(const Cluster& a, const Cluster& b);
// Its cost, without making it; kImpossible if there is none.
double cost_merged(const Cluster& a, const Cluster& b);

}  // namespace cecib
