#pragma once

#include "search/partition.hpp"

namespace cecib {

// In a checked build, summaries and costs of all clusters are computed anew from the points; where the running ones
// differ by more than rounding, both are printed and the process ends. Otherwise it is nothing.
#ifdef CECIB_CHECKED
void audit(const Partition& partition, const char* occasion);
#else
inline void audit(const Partition&, const char*) {}
#endif

}  // namespace cecib
