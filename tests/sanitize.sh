#!/bin/sh
# Builds the C++ in debug with address and undefined-behaviour sanitizers and with the audit of the running cost, and runs
# the kernel tests on it, or what the arguments tell python to run.
. tests/built_apart.sh
build=build/sanitize
build_apart -DCMAKE_BUILD_TYPE=Debug -DCECIB_SANITIZE=ON -DCECIB_CHECKED=ON
[ $# -gt 0 ] || set -- $kernel_tests
LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libubsan.so)"
export LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 CECIB_SANITIZED="$build/package"
apart "$@"
