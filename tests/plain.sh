#!/bin/sh
# Builds the C++ as Microsoft's compiler gets it, without vectors and instruction sets, outside of the environment, and
# runs the kernel tests on it. PATH must lead to the environment's python, cmake and ninja.
set -eu
build=build/plain
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCECIB_PLAIN=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON \
    -DPython_EXECUTABLE="$(command -v python)" >/dev/null
cmake --build "$build"
rm -rf "$build/package"
mkdir -p "$build/package"
cp -r src/cecib "$build/package/cecib"
cp "$build"/_core*.so "$build/package/cecib/"
site=$(python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
# -S: without the hook that leads imports to the ordinary build
PYTHONPATH="$build/package:$site:tests" python -S -c "import cecib._core as core; print('testing', core.__file__)"
PYTHONPATH="$build/package:$site:tests" python -S -m pytest -q -p no:cacheprovider -p no:xdist tests/kernel
