#pragma once

#include <memory>
#include <vector>

#include "codes/criterion.hpp"
#include "codes/gaussian_code.hpp"

namespace cecib {

// A family and a criterion, made into the prototype of clusters' codes. Everything is in the engine's coordinates;
// families that mean something in the units of the data are given those units, relative to the largest.
using Prototype = std::unique_ptr<GaussianCode>;
using SharedCriterion = std::shared_ptr<const Criterion>;

Prototype full_prototype(const SharedCriterion& criterion);
Prototype fixed_mean_prototype(const SharedCriterion& criterion, std::vector<double> mean);
Prototype diagonal_prototype(const SharedCriterion& criterion);
Prototype spherical_prototype(const SharedCriterion& criterion, const std::vector<double>& units);
Prototype fixed_prototype(const SharedCriterion& criterion, const std::vector<double>& covariance);
// Only under "entropy".
Prototype eigenvalues_prototype(const std::vector<double>& units, const std::vector<double>& values);
// The cheapest of spherical, diagonal and full; each pays what the criterion charges for its parameters.
Prototype auto_prototype(const SharedCriterion& criterion, const std::vector<double>& units);

}  // namespace cecib
