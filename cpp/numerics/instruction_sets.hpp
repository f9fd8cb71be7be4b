#pragma once

// Compiles a function once per instruction set and picks the widest one the machine has, at run time; not under
// sanitizers, which are not ready yet when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && defined(__linux__)
#define CECIB_DISPATCHES
#define CECIB_FOR_ALL_INSTRUCTION_SETS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CECIB_FOR_ALL_INSTRUCTION_SETS
#endif
