#include "prototypes.hpp"

#include <cmath>

#include "auto_code.hpp"
#include "diagonal_code.hpp"
#include "eigenvalues_code.hpp"
#include "family_criteria.hpp"
#include "fixed_code.hpp"
#include "full_code.hpp"
#include "spherical_code.hpp"
#include "triangular.hpp"

namespace cecib {

namespace {

// Stands for infinity: adding any number of points to it, or dividing them by it, has no effect.
constexpr double kInfiniteWeight = 1e250;

double log_determinant_of(std::vector<double> matrix, std::size_t d) {
    cholesky(matrix, d);
    double sum = 0.0;
    for (std::size_t j = 0; j < d; ++j) sum += 2.0 * std::log(matrix[j * d + j]);
    return sum;
}

Metric inverse_of(const std::vector<double>& covariance, std::size_t d) {
    Metric metric;
    for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < i; ++j) metric.is_diagonal = metric.is_diagonal && covariance[i * d + j] == 0.0;
    if (metric.is_diagonal) {
        for (std::size_t j = 0; j < d; ++j) metric.weights.push_back(1.0 / covariance[j * d + j]);
        return metric;
    }
    std::vector<double> lower = covariance;
    cholesky(lower, d);
    metric.factor = inverse_lower(lower, d);
    return metric;
}

}  // namespace

Prototype full_prototype(const Prior& prior) {
    const std::size_t d = prior.mean.size();
    std::shared_ptr<const Criterion> criterion;
    if (prior.nu > 0.0)
        criterion = std::make_shared<Evidence>(static_cast<int>(d), prior, log_determinant_of(prior.scale, d));
    else
        criterion = std::make_shared<Entropy>(static_cast<int>(d));
    return std::make_unique<FullCode>(criterion, std::make_shared<Prior>(prior), d);
}

Prototype fixed_mean_prototype(const Prior& prior) {
    Prior certain = prior;
    certain.kappa = kInfiniteWeight;
    return full_prototype(certain);
}

Prototype diagonal_prototype(const Prior& prior) {
    const std::size_t d = prior.mean.size();
    std::shared_ptr<const Criterion> criterion;
    if (prior.nu > 0.0) {
        double sum = 0.0;
        for (std::size_t j = 0; j < d; ++j) sum += std::log(prior.scale[j * d + j]);
        // The prior of Σ_jj under the inverse-Wishart of the whole matrix.
        criterion = std::make_shared<DiagonalEvidence>(d, prior.kappa, prior.nu - static_cast<double>(d) + 1.0, sum);
    } else {
        criterion = std::make_shared<Entropy>(static_cast<int>(d));
    }
    return std::make_unique<DiagonalCode>(criterion, std::make_shared<Prior>(prior));
}

Prototype spherical_prototype(const Prior& prior, const std::vector<double>& units) {
    const std::size_t d = prior.mean.size();
    auto metric = std::make_shared<Metric>();
    double per_point = 0.0, trace = 0.0, sum = 0.0;
    for (std::size_t j = 0; j < d; ++j) {
        metric->weights.push_back(units[j] * units[j]);
        per_point -= std::log(units[j]);
        trace += metric->weights[j] * prior.scale[j * d + j];
        sum += metric->weights[j];
    }
    std::shared_ptr<const Criterion> criterion;
    if (prior.nu > 0.0) {
        // As in the diagonal family, for the average feature.
        trace /= static_cast<double>(d);
        criterion = std::make_shared<SphericalEvidence>(d, prior.kappa, prior.nu - static_cast<double>(d) + 1.0,
                                                        std::log(trace), per_point);
    } else {
        criterion = std::make_shared<SphericalEntropy>(d, per_point);
    }
    Spread spread(metric, std::make_shared<Prior>(prior), trace);
    return std::make_unique<SphericalCode>(criterion, prior.nu > 0.0, std::move(spread), sum, per_point);
}

Prototype fixed_prototype(const Prior& prior, const std::vector<double>& covariance) {
    const std::size_t d = prior.mean.size();
    Spread spread(std::make_shared<Metric>(inverse_of(covariance, d)), std::make_shared<Prior>(prior), 0.0);
    return std::make_unique<FixedCode>(std::move(spread), prior.kappa, log_determinant_of(covariance, d));
}

Prototype eigenvalues_prototype(const std::vector<double>& units, const std::vector<double>& values) {
    return std::make_unique<EigenvaluesCode>(units, values);
}

Prototype auto_prototype(const Prior& prior, const std::vector<double>& units) {
    const double d = static_cast<double>(prior.mean.size()), half = prior.nu > 0.0 ? 0.0 : 0.5;
    std::vector<Candidate> candidates;
    candidates.push_back({spherical_prototype(prior, units), half * (d + 1.0)});
    candidates.push_back({diagonal_prototype(prior), half * 2.0 * d});
    candidates.push_back({full_prototype(prior), half * (d + 0.5 * d * (d + 1.0))});
    return std::make_unique<AutoCode>(std::move(candidates));
}

}  // namespace cecib
