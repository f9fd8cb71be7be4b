#include "summary.hpp"

#include "work_array.hpp"

namespace cecib {

namespace {

// scatter += factor · u uᵀ, lower triangle
void add_outer(std::vector<double>& scatter, const double* u, double factor, std::size_t d) {
    for (std::size_t i = 0; i < d; ++i) {
        const double ui = factor * u[i];
        for (std::size_t j = 0; j <= i; ++j) scatter[i * d + j] += ui * u[j];
    }
}

}  // namespace

void Summary::add(const double* x, double w, std::int32_t category) {
    const std::size_t d = dimension();
    const double after = weight + w;
    WorkArray u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = x[j] - mean[j];
    add_outer(scatter, u.data(), weight * w / after, d);
    for (std::size_t j = 0; j < d; ++j) mean[j] += u[j] * (w / after);
    weight = after;
    categories.add(category, w);
}

void Summary::remove(const double* x, double w, std::int32_t category) {
    const std::size_t d = dimension();
    const double after = weight - w;
    categories.add(category, -w);
    if (after <= 0.0) {
        *this = Summary(d, categories.counts().size());
        return;
    }
    WorkArray u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = x[j] - mean[j];
    add_outer(scatter, u.data(), -weight * w / after, d);
    for (std::size_t j = 0; j < d; ++j) mean[j] -= u[j] * (w / after);
    weight = after;
}

void Summary::merge(const Summary& other) {
    if (other.weight <= 0.0) return;
    const std::size_t d = dimension();
    const double after = weight + other.weight;
    WorkArray u(d);
    for (std::size_t j = 0; j < d; ++j) u[j] = other.mean[j] - mean[j];
    for (std::size_t k = 0; k < d * d; ++k) scatter[k] += other.scatter[k];
    add_outer(scatter, u.data(), weight * other.weight / after, d);
    for (std::size_t j = 0; j < d; ++j) mean[j] += u[j] * (other.weight / after);
    weight = after;
    categories.merge(other.categories);
}

}  // namespace cecib
