#!/bin/sh
# Builds the C++ in debug with address and undefined-behaviour sanitizers and with the audit of the running cost, and runs
# the kernel tests on it, or what the arguments tell python to run.
. tests/built_apart.sh
build=build/sanitize
build_apart -DCMAKE_BUILD_TYPE=Debug -DCECIB_SANITIZE=ON -DCECIB_CHECKED=ON
LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libubsan.so)"
export LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 CECIB_SANITIZED="$build/package"
if [ $# -gt 0 ]; then
    apart "$@"
    exit
fi
# Side by side: one file takes about as long as the others together.
apart $kernel_tests --ignore=tests/kernel/test_families.py >"$build/others.txt" 2>&1 &
others=$!
status=0
apart $kernel_tests/test_families.py || status=$?
wait $others || status=$?
cat "$build/others.txt"
exit $status
