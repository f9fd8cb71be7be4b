#include "codes/level_code.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numerics/special_functions.hpp"

namespace cecib {

namespace {

double own_count(const LevelStep& step, const CategoryCounts& counts) { return counts.sum(step.first, step.last); }

double all_count(const LevelStep& step, const CategoryCounts& counts) {
    return counts.sum(step.first_of_all, step.last_of_all);
}

// A parent of one child says nothing new of it.
bool is_alone(const LevelStep& step) { return step.first == step.first_of_all && step.last == step.last_of_all; }

class LevelCode : public LabelCode {
public:
    LevelCode(double beta, Levels levels) : beta_(beta), levels_(std::move(levels)), begins_(levels_.n_paths + 1, 0) {
        for (const LevelStep& step : levels_.steps) {
            ++begins_[step.path + 1];
            n_levels_ = std::max(n_levels_, step.level + 1);
        }
        std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    }

    const std::vector<std::vector<std::int32_t>>& groupings() const override { return levels_.groupings; }

protected:
    struct Steps {
        const LevelStep *first, *last;
        const LevelStep* begin() const { return first; }
        const LevelStep* end() const { return last; }
    };

    Steps steps_of(std::int32_t path) const {
        const auto p = static_cast<std::size_t>(path);
        return {levels_.steps.data() + begins_[p], levels_.steps.data() + begins_[p + 1]};
    }

    double beta_;
    Levels levels_;
    std::size_t n_levels_ = 0;

private:
    std::vector<std::size_t> begins_;  // of the steps of each path
};

class LevelEntropyLabels final : public LevelCode {
public:
    using LevelCode::LevelCode;

    double length(const CategoryCounts& counts, double n) const override {
        double sum = 0.0;
        for (const Level& level : measured(counts)) sum += level.entropy();
        return beta_ * n * sum;
    }

    double change(const CategoryCounts& counts, std::int32_t path, double w, double n) const override {
        std::vector<Level> levels = measured(counts);
        double before = 0.0, after = 0.0;
        for (const Level& level : levels) before += level.entropy();
        if (path == kUnlabelled) return beta_ * w * before;
        for (const LevelStep& step : steps_of(path)) {
            Level& level = levels[step.level];
            level.labelled += w;
            if (!is_alone(step))
                level.sum += x_log_x_change(all_count(step, counts), w) - x_log_x_change(own_count(step, counts), w);
        }
        for (const Level& level : levels) after += level.entropy();
        return beta_ * ((n + w) * after - n * before);
    }

private:
    struct Level {
        double labelled = 0.0;
        double sum = 0.0;  // Σ over parents of N ln N, less Σ over their children of c ln c
        double entropy() const { return labelled > 0.0 ? std::max(0.0, sum / labelled) : 0.0; }
    };

    std::vector<Level> measured(const CategoryCounts& counts) const {
        std::vector<Level> levels(n_levels_);
        for (const LevelStep& step : levels_.steps) {
            if (step.path != step.first) continue;  // each node once
            const double own = own_count(step, counts);
            levels[step.level].labelled += own;
            if (is_alone(step)) continue;
            levels[step.level].sum -= x_log_x(own);
            if (step.path == step.first_of_all) levels[step.level].sum += x_log_x(all_count(step, counts));
        }
        return levels;
    }
};

class LevelDirichletLabels final : public LevelCode {
public:
    using LevelCode::LevelCode;

    double length(const CategoryCounts& counts, double) const override {
        double length = 0.0;
        for (const LevelStep& step : levels_.steps) {
            if (step.path != step.first || is_alone(step)) continue;
            if (step.path == step.first_of_all) {
                const double all = all_count(step, counts);
                if (all > 0.0) length += log_gamma_ratio(step.pseudo_sum, all);
            }
            const double own = own_count(step, counts);
            if (own > 0.0) length -= log_gamma_ratio(step.pseudo_count, own);
        }
        return beta_ * length;
    }

    double change(const CategoryCounts& counts, std::int32_t path, double w, double) const override {
        if (path == kUnlabelled) return 0.0;
        double change = 0.0;
        for (const LevelStep& step : steps_of(path)) {
            if (is_alone(step)) continue;
            change += dirichlet_change(step.pseudo_count, own_count(step, counts), step.pseudo_sum,
                                       all_count(step, counts), w);
        }
        return beta_ * change;
    }
};

}  // namespace

std::shared_ptr<const LabelCode> level_entropy_labels(double beta, Levels levels) {
    return std::make_shared<LevelEntropyLabels>(beta, std::move(levels));
}

std::shared_ptr<const LabelCode> level_dirichlet_labels(double beta, Levels levels) {
    return std::make_shared<LevelDirichletLabels>(beta, std::move(levels));
}

}  // namespace cecib
