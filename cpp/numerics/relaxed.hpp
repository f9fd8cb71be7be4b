#pragma once

namespace cecib {

// Plain numbers that several threads may fill in at the same time, all with the same value: read and written whole, in
// no order. As fast as without.
inline double relaxed_load(const double& from) {
    double value;
    __atomic_load(&from, &value, __ATOMIC_RELAXED);
    return value;
}

inline void relaxed_store(double& into, double value) { __atomic_store(&into, &value, __ATOMIC_RELAXED); }

}  // namespace cecib
