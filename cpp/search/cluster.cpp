#include "search/cluster.hpp"

#include <algorithm>
#include <cmath>

#include "codes/singularity.hpp"
#include "numerics/relaxed.hpp"
#include "numerics/special_functions.hpp"

namespace cecib {

namespace {

constexpr std::size_t kRemembered =
    256;  // with more categories, forgetting their changes costs more than computing them
constexpr double kNotYet = kImpossible;  // no change of the labels' cost is infinite

}  // namespace

Cluster::Cluster(Summary summary, std::unique_ptr<GaussianCode> code, const CostSetting& setting)
    : summary_(std::move(summary)), code_(std::move(code)), setting_(setting) {
    settle();
}

Cluster::Cluster(const Cluster& other)
    : summary_(other.summary_), code_(other.code_->clone()), setting_(other.setting_) {
    settle();
}

Cluster& Cluster::operator=(const Cluster& other) {
    if (this != &other) *this = Cluster(other);
    return *this;
}

void Cluster::set_summary(Summary summary) {
    summary_ = std::move(summary);
    settle();
}

void Cluster::settle() {
    const double n = summary_.weight, log_total = std::log(setting_.total_weight);
    identify_one_more_ = log_total - x_log_x_change(n, 1.0);
    identify_one_less_ = -log_total - x_log_x_change(n, -1.0);
    const std::size_t m = summary_.categories.counts().size();
    const std::size_t remembered = m > 0 && m <= kRemembered ? m + 1 : 0;
    one_more_.assign(remembered, kNotYet);
    one_less_.assign(remembered, kNotYet);
}

CostTerms Cluster::cost() const {
    const double n = summary_.weight;
    if (n <= 0.0) return {};
    return {n * std::log(setting_.total_weight / n), code_->length(), setting_.labels->length(summary_.categories, n)};
}

double Cluster::category_change(std::int32_t category, double w) const {
    if (one_more_.empty() || (w != 1.0 && w != -1.0))
        return setting_.labels->change(summary_.categories, category, w, summary_.weight);
    double& known = (w > 0.0 ? one_more_ : one_less_)[static_cast<std::size_t>(category + 1)];
    double change = relaxed_load(known);
    if (change == kNotYet) {
        change = setting_.labels->change(summary_.categories, category, w, summary_.weight);
        relaxed_store(known, change);
    }
    return change;
}

double Cluster::bookkeeping_change(double w, std::int32_t category) const {
    double identify;
    if (w == 1.0)
        identify = identify_one_more_;
    else if (w == -1.0)
        identify = identify_one_less_;
    else
        identify = w * std::log(setting_.total_weight) - x_log_x_change(summary_.weight, w);
    return identify + category_change(category, w);
}

double Cluster::bookkeeping_change(double w, const CategoryCounts& categories) const {
    if (!(categories.labelled() > 0.0)) return bookkeeping_change(w, kUnlabelled);
    const double identify = bookkeeping_change(w, kUnlabelled) - category_change(kUnlabelled, w);
    CategoryCounts after = summary_.categories;
    if (w > 0.0)
        after.merge(categories);
    else
        after.separate(categories);
    const LabelCode& code = *setting_.labels;
    return identify + code.length(after, summary_.weight + w) - code.length(summary_.categories, summary_.weight);
}

double Cluster::change_with(const double* x, double w, std::int32_t category) const {
    return code_->change_with(x, w) + bookkeeping_change(w, category);
}

double Cluster::change_with_below(double bound, const double* x, double w, std::int32_t category) const {
    const double others = bookkeeping_change(w, category);
    return code_->change_with_below(bound - others, x, w) + others;
}

std::optional<double> Cluster::change_without(const double* x, double w, std::int32_t category) const {
    if (summary_.weight - w <= kNothing * summary_.weight) return -cost().total();
    const std::optional<double> change = code_->change_without(x, w);
    if (!change) return std::nullopt;
    return *change + bookkeeping_change(-w, category);
}

double Cluster::tile_changes(const Tile& tile, const TileLabels& labels, double* out) const {
    code_->tile_changes(tile, out);
    if (!tile.has_unit_weights) {
        for (std::size_t p = 0; p < kLanes; ++p)
            out[p] += bookkeeping_change(tile.is_member[p] ? -tile.weights[p] : tile.weights[p], labels.categories[p]);
        return 0.0;
    }
    const double usual = bookkeeping_change(1.0, kUnlabelled);
    for (std::size_t l = 0; l < labels.n_labelled; ++l) {
        const std::size_t p = labels.labelled[l];
        if (!tile.is_member[p]) out[p] += bookkeeping_change(1.0, labels.categories[p]) - usual;
    }
    for (std::size_t m = 0; m < tile.n_members; ++m) {
        const std::size_t p = tile.members[m];
        out[p] += bookkeeping_change(-1.0, labels.categories[p]) - usual;
    }
    return usual;
}

void Cluster::add(const double* x, double w, std::int32_t category) {
    summary_.add(x, w, category);
    code_->add(x, w);
    settle();
}

void Cluster::remove(const double* x, double w, std::int32_t category) {
    const bool is_last = summary_.weight - w <= kNothing * summary_.weight;
    summary_.remove(x, w, category);
    if (!is_last) code_->remove(x, w);
    settle();
}

double cost_merged(const Cluster& a, const Cluster& b) {
    Summary summary = a.summary();
    summary.merge(b.summary());
    double length = a.code().length_of(summary);
    if (b.code().prototype != a.code().prototype) length = std::min(length, b.code().length_of(summary));
    const CostSetting& setting = a.setting();
    const double n = summary.weight;
    return n * std::log(setting.total_weight / n) + length + setting.labels->length(summary.categories, n);
}

std::optional<Cluster> merged(const Cluster& a, const Cluster& b) {
    Summary summary = a.summary();
    summary.merge(b.summary());
    std::unique_ptr<GaussianCode> code = a.code().clone();
    const bool is_codable = code->rebuild(summary) > 0.0;
    if (b.code().prototype != code->prototype) {
        std::unique_ptr<GaussianCode> other = b.code().clone();
        if (other->rebuild(summary) > 0.0 && (!is_codable || other->length() < code->length()))
            return Cluster(std::move(summary), std::move(other), a.setting());
    }
    if (!is_codable) return std::nullopt;
    return Cluster(std::move(summary), std::move(code), a.setting());
}

}  // namespace cecib
