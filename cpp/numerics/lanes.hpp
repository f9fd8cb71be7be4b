#pragma once

#include <cstddef>

#include "numerics/instruction_sets.hpp"

namespace cecib {

// Eight doubles that one instruction works on, on machines that can; the compiler splits them up on others.
typedef double Lanes __attribute__((vector_size(64), aligned(8), may_alias));
typedef long long Bits __attribute__((vector_size(64), aligned(8), may_alias));
constexpr std::size_t kWidth = 8;

}  // namespace cecib
