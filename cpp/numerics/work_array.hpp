#pragma once

#include <cstddef>
#include <vector>

namespace cecib {

// A short-lived array of doubles that lives on the stack up to a size that covers nearly all data.
class WorkArray {
public:
    explicit WorkArray(std::size_t size) {
        if (size > kLocal) {
            heap_.resize(size);
            data_ = heap_.data();
        }
    }
    WorkArray(const WorkArray&) = delete;
    WorkArray& operator=(const WorkArray&) = delete;

    double* data() { return data_; }
    double& operator[](std::size_t i) { return data_[i]; }

private:
    static constexpr std::size_t kLocal = 128;
    double local_[kLocal];
    std::vector<double> heap_;
    double* data_ = local_;
};

}  // namespace cecib
