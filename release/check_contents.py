"""Check what is in a source distribution and in wheels.

python release/check_contents.py dist/*
"""

import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "src/cecib"
NEEDED_TO_BUILD = ("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE", "cpp/bindings.cpp")
NEEDED_TO_TEST = ("Makefile", "tests/checks.py", "examples/finches.csv")
STRANGERS = ("build", "dist", ".venv", ".git", "node_modules", "__pycache__", "out")


def package_files() -> set[str]:
    """Give the files of the package as they are in the sources, named from its root."""
    found = (path for path in (ROOT / PACKAGE).rglob("*") if path.is_file())
    return {
        path.relative_to(ROOT / "src").as_posix()
        for path in found
        if "__pycache__" not in path.parts and path.suffix not in (".so", ".pyd")
    }


def faults_of_wheel(path: Path) -> list[str]:
    """Say what a wheel lacks of the package, what it has beside it, and whether its tag is that of its core."""
    with zipfile.ZipFile(path) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    inside = {name for name in names if not PurePosixPath(name).parts[0].endswith(".dist-info")}
    cores = {name for name in inside if name.startswith("cecib/_core.") and name.endswith((".so", ".pyd"))}
    faults = [f"lacks {name}" for name in sorted(package_files() - inside)]
    faults += [f"has {name}, which is no part of the package" for name in sorted(inside - package_files() - cores)]
    if len(cores) != 1:
        faults.append(f"has {len(cores)} compiled cores: {sorted(cores)}")
    is_stable = any(".abi3." in name or name.endswith("_core.pyd") for name in cores)
    if ("-abi3-" in path.name) != is_stable:
        faults.append(f"is tagged {path.stem.split('-', 2)[2]}, but its core is {sorted(cores)}")
    return faults


def faults_of_sdist(path: Path) -> list[str]:
    """Say what a source distribution lacks to be built and tested, and what strayed into it."""
    with tarfile.open(path) as archive:
        names = {PurePosixPath(*PurePosixPath(name).parts[1:]).as_posix() for name in archive.getnames()}
    needed = {*NEEDED_TO_BUILD, *NEEDED_TO_TEST, *(f"src/{name}" for name in package_files())}
    faults = [f"lacks {name}" for name in sorted(needed - names)]
    return faults + [f"has {name}" for name in sorted(names) if set(PurePosixPath(name).parts) & set(STRANGERS)]


def main() -> None:
    """Name the faults of all files; without any, say so."""
    files = [Path(name) for name in sys.argv[1:]]
    if not files:
        raise SystemExit("Name the files to check: python release/check_contents.py dist/*")
    faults = {path: faults_of_wheel(path) if path.suffix == ".whl" else faults_of_sdist(path) for path in files}
    for path, own in faults.items():
        for fault in own:
            print(f"{path.name} {fault}.")
    if any(faults.values()):
        raise SystemExit(1)
    print(f"contents: {', '.join(path.name for path in files)} hold what they should and nothing else")


if __name__ == "__main__":
    main()
