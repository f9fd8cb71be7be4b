#!/bin/sh
# Builds the C++ with every compiler that is here, g++ and clang++, and takes warnings for errors; outside of the
# environment. The checked code is built too. PATH must lead to the environment's python, cmake and ninja.
set -eu
tried=
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    build="build/warnings-$compiler"
    # g++ finds some warnings while it optimises, clang++ finds all of them before
    [ "$compiler" = g++ ] && type=Release || type=Debug
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=$type -DCMAKE_CXX_COMPILER="$compiler" -DCECIB_CHECKED=ON \
        -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DPython_EXECUTABLE="$(command -v python)" >/dev/null
    cmake --build "$build"
    tried="$tried $compiler"
done
[ -n "$tried" ] || { echo "neither g++ nor clang++ is here" >&2; exit 1; }
echo "no warnings from$tried"
