#!/bin/sh
# Builds the engine with ThreadSanitizer, outside of the environment and without Python, and runs what threads share.
# PATH must lead to the environment's python, cmake and ninja.
set -eu
build=build/races
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCECIB_RACES=ON \
    -DPython_EXECUTABLE="$(command -v python)" >/dev/null
cmake --build "$build" --target races
# Without random addresses, which some ThreadSanitizers cannot place their shadow beside.
fixed=
command -v setarch >/dev/null && fixed="setarch -R"
TSAN_OPTIONS=halt_on_error=1 $fixed "$build/races"
