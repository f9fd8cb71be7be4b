#pragma once

#include <cstddef>

#include "numerics/instruction_sets.hpp"

namespace cecib {

// So many doubles that one instruction works on. A kernel over lanes is built at the width of each instruction set:
// vectors wider than the registers would be split up through memory.
#ifdef CECIB_PLAIN
struct OneWide {
    static constexpr std::size_t kWidth = 1, kRows = 4;
    using Lanes = double;
    using Bits = long long;
};
using Narrowest = OneWide;
#else
struct TwoWide {
    static constexpr std::size_t kWidth = 2, kRows = 4;  // rows of a factor whose sums the registers hold
    typedef double Lanes __attribute__((vector_size(16), aligned(8), may_alias));
    typedef long long Bits __attribute__((vector_size(16), aligned(8), may_alias));
};
struct FourWide {
    static constexpr std::size_t kWidth = 4, kRows = 4;
    typedef double Lanes __attribute__((vector_size(32), aligned(8), may_alias));
    typedef long long Bits __attribute__((vector_size(32), aligned(8), may_alias));
};
struct EightWide {
    static constexpr std::size_t kWidth = 8, kRows = 4;
    typedef double Lanes __attribute__((vector_size(64), aligned(8), may_alias));
    typedef long long Bits __attribute__((vector_size(64), aligned(8), may_alias));
};
using Narrowest = TwoWide;
#endif

// Defines `name` by the template `kernel`, built at every width; the widest that the machine has is called.
#ifdef CECIB_DISPATCHES
#define CECIB_AT_EVERY_WIDTH(name, kernel, parameters, arguments)                                               \
    __attribute__((target("arch=x86-64-v4"))) static void name##_v4 parameters { kernel<EightWide> arguments; } \
    __attribute__((target("arch=x86-64-v3"))) static void name##_v3 parameters { kernel<FourWide> arguments; }  \
    static void name##_any parameters { kernel<Narrowest> arguments; }                                          \
    static const auto name##_widest = __builtin_cpu_supports("x86-64-v4")   ? name##_v4                         \
                                      : __builtin_cpu_supports("x86-64-v3") ? name##_v3                         \
                                                                            : name##_any;                       \
    void name parameters { name##_widest arguments; }
#else
#define CECIB_AT_EVERY_WIDTH(name, kernel, parameters, arguments) \
    void name parameters { kernel<Narrowest> arguments; }
#endif

}  // namespace cecib
