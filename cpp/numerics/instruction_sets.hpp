#pragma once

#include <cstddef>  // with it glibc says that it is there

// Only standard C++: for compilers that know neither vectors nor attributes of GNU's, such as Microsoft's. Elsewhere it
// can be asked for, to be tested.
#if defined(_MSC_VER) && !defined(__clang__) && !defined(CECIB_PLAIN)
#define CECIB_PLAIN
#endif

// Compiles a function once per instruction set and picks the widest one the machine has, at run time; not under
// sanitizers, which are not ready yet when the choice is made, and not without glibc, which makes it.
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(CECIB_PLAIN)
#define CECIB_DISPATCHES
#define CECIB_FOR_ALL_INSTRUCTION_SETS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CECIB_FOR_ALL_INSTRUCTION_SETS
#endif

#ifndef CECIB_PLAIN
#define CECIB_INLINE static inline __attribute__((always_inline))
#define CECIB_UNROLL _Pragma("GCC unroll 8")
#else
#define CECIB_INLINE static inline
#define CECIB_UNROLL
#endif
