#!/bin/sh
# Builds the C++ as Microsoft's compiler gets it, without vectors and instruction sets, and runs the kernel tests on it.
. tests/built_apart.sh
build=build/plain
build_apart -DCMAKE_BUILD_TYPE=Release -DCECIB_PLAIN=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
apart -c "import cecib._core as core; print('testing', core.__file__)"
apart $kernel_tests
