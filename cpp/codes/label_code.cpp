#include "codes/label_code.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numerics/special_functions.hpp"

namespace cecib {

namespace {

double one_more(double own, double all, double w) {
    return w == 1.0 ? std::log(all / own) : log_gamma_ratio(all, w) - log_gamma_ratio(own, w);
}

class EntropyLabels final : public LabelCode {
public:
    explicit EntropyLabels(double beta) : beta_(beta) {}

    double length(const CategoryCounts& counts, double n) const override { return beta_ * n * counts.entropy(); }

    double change(const CategoryCounts& counts, std::int32_t category, double w, double n) const override {
        return beta_ * counts.entropy_change(category, w, n);
    }

private:
    double beta_;
};

class DirichletLabels final : public LabelCode {
public:
    DirichletLabels(double beta, std::vector<double> pseudo_counts)
        : beta_(beta), pseudo_(std::move(pseudo_counts)), sum_(std::accumulate(pseudo_.begin(), pseudo_.end(), 0.0)) {}

    double length(const CategoryCounts& counts, double) const override {
        if (!(counts.labelled() > 0.0)) return 0.0;
        double length = log_gamma_ratio(sum_, counts.labelled());
        for (std::size_t j = 0; j < pseudo_.size(); ++j)
            if (counts.counts()[j] > 0.0) length -= log_gamma_ratio(pseudo_[j], counts.counts()[j]);
        return beta_ * length;
    }

    double change(const CategoryCounts& counts, std::int32_t category, double w, double) const override {
        if (category == kUnlabelled) return 0.0;
        const auto j = static_cast<std::size_t>(category);
        return beta_ * dirichlet_change(pseudo_[j], counts.counts()[j], sum_, counts.labelled(), w);
    }

private:
    double beta_;
    std::vector<double> pseudo_;
    double sum_;
};

}  // namespace

const std::vector<std::vector<std::int32_t>>& LabelCode::groupings() const {
    static const std::vector<std::vector<std::int32_t>> none;
    return none;
}

double dirichlet_change(double pseudo_count, double count, double pseudo_sum, double all, double w) {
    const double own = pseudo_count + count, sum = pseudo_sum + all;
    // rounding of weights may leave a little less than was put in
    if (w < 0.0) return -one_more(std::max(own + w, pseudo_count), std::max(sum + w, pseudo_sum), -w);
    return one_more(own, sum, w);
}

std::shared_ptr<const LabelCode> entropy_labels(double beta) { return std::make_shared<EntropyLabels>(beta); }

std::shared_ptr<const LabelCode> dirichlet_labels(double beta, std::vector<double> pseudo_counts) {
    return std::make_shared<DirichletLabels>(beta, std::move(pseudo_counts));
}

}  // namespace cecib
