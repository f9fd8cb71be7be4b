#pragma once

#include <memory>
#include <vector>

#include "criterion.hpp"
#include "gaussian_code.hpp"

namespace cecib {

// A family and a criterion, made into the prototype of clusters' codes. A prior with nu = 0 stands for "entropy"; it still
// has a mean and a scale of the right sizes. Everything is in the engine's coordinates; families that mean something in the
// units of the data are given those units, relative to the largest.
using Prototype = std::unique_ptr<GaussianCode>;

Prototype full_prototype(const Prior& prior);
// The mean is known: the prior's, held with infinite weight.
Prototype fixed_mean_prototype(const Prior& prior);
Prototype diagonal_prototype(const Prior& prior);
Prototype spherical_prototype(const Prior& prior, const std::vector<double>& units);
Prototype fixed_prototype(const Prior& prior, const std::vector<double>& covariance);
Prototype eigenvalues_prototype(const std::vector<double>& units, const std::vector<double>& values);
// The cheapest of spherical, diagonal and full; under "entropy" each pays ½ ln n for every parameter.
Prototype auto_prototype(const Prior& prior, const std::vector<double>& units);

}  // namespace cecib
