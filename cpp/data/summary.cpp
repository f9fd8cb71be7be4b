#include "data/summary.hpp"

#include <algorithm>

#include "numerics/instruction_sets.hpp"
#include "numerics/work_array.hpp"

namespace cecib {

CECIB_FOR_ALL_INSTRUCTION_SETS
static void add_lower_outer(double* scatter, const double* u, double factor, std::size_t d) {
    for (std::size_t i = 0; i < d; ++i) {
        const double ui = factor * u[i];
        for (std::size_t j = 0; j <= i; ++j) scatter[i * d + j] += ui * u[j];
    }
}

void Summary::add_outer(const double* u, double factor) {
    const std::size_t d = dimension();
    if (has_covariances)
        add_lower_outer(scatter.data(), u, factor, d);
    else
        for (std::size_t j = 0; j < d; ++j) scatter[j] += factor * u[j] * u[j];
    if (factor >= 0.0) return;
    for (std::size_t j = 0; j < d; ++j) {
        double& square = scatter[has_covariances ? j * d + j : j];
        square = std::max(square, 0.0);
    }
}

void Summary::add(const double* x, double w, std::int32_t category) {
    const std::size_t d = dimension();
    const double after = weight + w;
    WorkArray u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = x[j] - mean[j];
    add_outer(u.data(), weight * w / after);
    for (std::size_t j = 0; j < d; ++j) mean[j] += u[j] * (w / after);
    weight = after;
    categories.add(category, w);
}

void Summary::remove(const double* x, double w, std::int32_t category) {
    const std::size_t d = dimension();
    const double after = weight - w;
    categories.add(category, -w);
    if (after <= 0.0) {
        *this = Summary(d, categories.counts().size(), has_covariances);
        return;
    }
    WorkArray u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = x[j] - mean[j];
    add_outer(u.data(), -weight * w / after);
    for (std::size_t j = 0; j < d; ++j) mean[j] -= u[j] * (w / after);
    weight = after;
}

void Summary::merge(const Summary& other) {
    if (other.weight <= 0.0) return;
    const std::size_t d = dimension();
    const double after = weight + other.weight;
    WorkArray u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = other.mean[j] - mean[j];
    for (std::size_t k = 0; k < scatter.size(); ++k) scatter[k] += other.scatter[k];
    add_outer(u.data(), weight * other.weight / after);
    for (std::size_t j = 0; j < d; ++j) mean[j] += u[j] * (other.weight / after);
    weight = after;
    categories.merge(other.categories);
}

void Summary::separate(const Summary& part) {
    const std::size_t d = dimension();
    const double after = weight - part.weight;
    if (!(after > 0.0)) {
        *this = Summary(d, categories.counts().size(), has_covariances);
        return;
    }
    WorkArray u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = part.mean[j] - mean[j];
    for (std::size_t k = 0; k < scatter.size(); ++k) scatter[k] -= part.scatter[k];
    add_outer(u.data(), -part.weight * weight / after);
    for (std::size_t j = 0; j < d; ++j) mean[j] -= u[j] * (part.weight / after);
    weight = after;
    categories.separate(part.categories);
}

}  // namespace cecib
