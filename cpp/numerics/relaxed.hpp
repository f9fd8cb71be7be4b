#pragma once

#include "numerics/instruction_sets.hpp"

namespace cecib {

// Plain numbers that several threads may fill in at the same time, all with the same value: read and written whole, in
// no order. As fast as without.
#ifdef CECIB_PLAIN  // volatile: one instruction for each, which on all machines that Windows has is whole
inline double relaxed_load(const double& from) { return static_cast<const volatile double&>(from); }

inline void relaxed_store(double& into, double value) { static_cast<volatile double&>(into) = value; }
#else
inline double relaxed_load(const double& from) {
    double value;
    __atomic_load(&from, &value, __ATOMIC_RELAXED);
    return value;
}

inline void relaxed_store(double& into, double value) { __atomic_store(&into, &value, __ATOMIC_RELAXED); }
#endif

}  // namespace cecib
