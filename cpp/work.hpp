#pragma once

#include <cstddef>
#include <vector>

namespace cecib {

// A small work array that lives on the stack up to some dimension.
struct Work {
    explicit Work(std::size_t size) {
        if (size > 256) {
            heap.resize(size);
            data = heap.data();
        }
    }
    double local[256];
    std::vector<double> heap;
    double* data = local;
};

}  // namespace cecib
