"""Build what is released, check it, and try it in clean environments: `make dist`.

The source distribution is built once; from it alone, each Python that finds no wheel for itself builds one. Then every
Python installs its wheel into an environment of its own and runs the README there.

    python release/dist.py                          # with the Pythons that are on the PATH
    python release/dist.py --python /path/to/python3.12 --python python3.13
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")  # as in the classifiers


def run(*command: str | Path) -> None:
    """Run a command in the root of the project, and end with it if it fails."""
    print("$", *(str(part).replace(f"{ROOT}/", "") for part in command), flush=True)
    status = subprocess.run([str(part) for part in command], cwd=ROOT).returncode
    if status:
        raise SystemExit(status)


def works(*command: str | Path) -> bool:
    """Say whether a command does, without its words."""
    try:
        return subprocess.run([str(part) for part in command], capture_output=True).returncode == 0
    except OSError:
        return False


def pythons() -> list[str]:
    """Give the Pythons on the PATH that cecib is for."""
    return [name for version in VERSIONS if works(name := f"python{version}", "-c", "import venv, ssl")]


def environment(python: str, folder: Path) -> Path:
    """Make a clean environment, and give its Python."""
    run(python, "-m", "venv", folder)
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def build(environments: list[Path]) -> None:
    """Build the source distribution, and from it a wheel for each Python that has none yet."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", DIST)
    (source,) = DIST.glob("*.tar.gz")
    for python in environments:
        own = ("--no-index", "--no-deps", "--only-binary=:all:", "--find-links", DIST, "cecib")
        if not works(python, "-m", "pip", "install", "--dry-run", *own):
            run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", DIST, source)


def check() -> None:
    """Check the files as those who take them do."""
    files, wheels = sorted(DIST.iterdir()), sorted(DIST.glob("*.whl"))
    run(sys.executable, "-m", "twine", "check", "--strict", *files)
    run(sys.executable, "-m", "check_wheel_contents", *wheels)
    run(sys.executable, ROOT / "release" / "check_contents.py", *files)
    if stable := [wheel for wheel in wheels if "-abi3-" in wheel.name]:
        run(sys.executable, "-m", "abi3audit", "--strict", "--summary", *stable)


def try_out(python: Path) -> None:
    """Install the wheel with the extras that the README needs, and run the README."""
    run(python, "-m", "pip", "install", "--quiet", "--only-binary=cecib", "--find-links", DIST, "cecib[cli,plot]")
    run(python, "-m", "pip", "check")
    run(python, ROOT / "release" / "run_readme.py")


def main() -> None:
    """Build, check, try out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", action="append", metavar="PYTHON", help="a Python to build for and to try with")
    chosen = parser.parse_args().python or pythons()
    if not chosen:
        raise SystemExit(f"No Python of {', '.join(VERSIONS)} is on the PATH: name one with --python.")
    with TemporaryDirectory() as name:
        environments = [environment(python, Path(name) / str(i)) for i, python in enumerate(chosen)]
        build(environments)
        check()
        for python in environments:
            try_out(python)
    print(f"dist: {', '.join(path.name for path in sorted(DIST.iterdir()))}; tried with {', '.join(chosen)}")


if __name__ == "__main__":
    main()
