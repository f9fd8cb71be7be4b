#include "codes/prototypes.hpp"

#include "codes/auto_code.hpp"
#include "codes/cell_code.hpp"
#include "codes/diagonal_code.hpp"
#include "codes/eigenvalues_code.hpp"
#include "codes/fixed_code.hpp"
#include "codes/full_code.hpp"
#include "codes/spherical_code.hpp"

namespace cecib {

namespace {

Prototype any_covariance(const SharedCriterion& criterion, bool knows_mean, Place place) {
    std::shared_ptr<const LengthLaw> law = criterion->full_law(knows_mean);
    if (criterion->cell().empty()) return std::make_unique<FullCode>(criterion, std::move(law), std::move(place));
    return std::make_unique<CellCode>(criterion, std::move(law), std::move(place));
}

}  // namespace

Prototype full_prototype(const SharedCriterion& criterion) {
    return any_covariance(criterion, false, criterion->place());
}

Prototype fixed_mean_prototype(const SharedCriterion& criterion, std::vector<double> mean) {
    return any_covariance(criterion, true, Place::known(std::move(mean)));
}

Prototype diagonal_prototype(const SharedCriterion& criterion) { return std::make_unique<DiagonalCode>(criterion); }

Prototype spherical_prototype(const SharedCriterion& criterion, const std::vector<double>& units) {
    return std::make_unique<SphericalCode>(criterion, units);
}

Prototype fixed_prototype(const SharedCriterion& criterion, const std::vector<double>& covariance) {
    return std::make_unique<FixedCode>(criterion, covariance);
}

Prototype eigenvalues_prototype(const std::vector<double>& units, const std::vector<double>& values) {
    return std::make_unique<EigenvaluesCode>(units, values);
}

Prototype auto_prototype(const SharedCriterion& criterion, const std::vector<double>& units) {
    const double d = static_cast<double>(criterion->dimension()), charge = criterion->charge_per_parameter();
    std::vector<Candidate> candidates;
    candidates.push_back({spherical_prototype(criterion, units), charge * (d + 1.0)});
    candidates.push_back({diagonal_prototype(criterion), charge * 2.0 * d});
    candidates.push_back({full_prototype(criterion), charge * (d + 0.5 * d * (d + 1.0))});
    return std::make_unique<AutoCode>(std::move(candidates));
}

}  // namespace cecib
