#include "codes/place.hpp"

namespace cecib {

void Place::centre(const std::vector<double>& mean, double n, std::vector<double>& out) const {
    if (knowledge_ == Knowledge::known) {
        out = mean_;
        return;
    }
    const double all = certainty(n);
    for (std::size_t j = 0; j < mean.size(); ++j) out[j] = (kappa_ * mean_[j] + n * mean[j]) / all;
}

}  // namespace cecib
