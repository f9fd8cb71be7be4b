# Builds the C++ outside of the environment, in the folder $build with the options that are given, and puts a copy of the
# package with it into $build/package; `apart` runs python on that. To be read in by other scripts; PATH must lead to the
# environment's python, cmake and ninja.
set -eu

build_apart() {
    cmake -S . -B "$build" -G Ninja "$@" -DPython_EXECUTABLE="$(command -v python)" >/dev/null
    cmake --build "$build"
    rm -rf "$build/package"
    mkdir -p "$build/package"
    cp -r src/cecib "$build/package/cecib"
    cp "$build"/_core*.so "$build/package/cecib/"
    site=$(python -c "import sysconfig; print(sysconfig.get_path('purelib'))")
}

# -S: without the hook that leads imports to the ordinary build
apart() {
    PYTHONPATH="$build/package:$site:tests" python -S "$@"
}

kernel_tests="-m pytest -q -p no:cacheprovider -p no:xdist tests/kernel"
