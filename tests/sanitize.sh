#!/bin/sh
# Builds the C++ in debug with address and undefined-behaviour sanitizers and with the audit of the running cost, outside
# of the environment, and runs the kernel tests on it, or what the arguments tell python to run. PATH must lead to the
# environment's python, cmake and ninja.
set -eu
build=build/sanitize
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCECIB_SANITIZE=ON -DCECIB_CHECKED=ON \
    -DPython_EXECUTABLE="$(command -v python)" >/dev/null
cmake --build "$build"
rm -rf "$build/package"
mkdir -p "$build/package"
cp -r src/cecib "$build/package/cecib"
cp "$build"/_core*.so "$build/package/cecib/"
asan=$(c++ -print-file-name=libasan.so)
ubsan=$(c++ -print-file-name=libubsan.so)
site=$(python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
[ $# -gt 0 ] || set -- -m pytest -q -p no:cacheprovider -p no:xdist tests/kernel
# -S: without the hook that leads imports to the ordinary build
LD_PRELOAD="$asan $ubsan" ASAN_OPTIONS=detect_leaks=0 PYTHONPATH="$build/package:$site:tests" \
    CECIB_SANITIZED="$build/package" python -S "$@"
