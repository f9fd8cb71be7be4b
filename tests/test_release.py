"""What is released: one version everywhere, tags that fit, a workflow that trusts no moving name."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

import cecib

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_the_version_stands_in_one_place():
    """Reinstall the package if this fails after a change of pyproject.toml (`make`)."""
    own = PROJECT["project"]["version"]
    assert cecib.__version__ == version("cecib") == own
    (cited,) = re.findall(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert cited == own
    sources = [path for path in (ROOT / "src").rglob("*.py") if f'"{own}"' in path.read_text(encoding="utf-8")]
    assert sources == []


def test_the_same_pythons_everywhere():
    """Those that are built for, tried, and named in the classifiers."""
    named = [text.split(" :: ")[-1] for text in PROJECT["project"]["classifiers"] if ":: 3." in text]
    built = [f"3.{build.removeprefix('cp3').removesuffix('-*')}" for build in PROJECT["tool"]["cibuildwheel"]["build"]]
    tried = re.search(
        r"^VERSIONS = \((.*?)\)", (ROOT / "release" / "dist.py").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert built == named == re.findall(r"[\d.]+", tried[1])
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_to_commits(workflow):
    """A tag can be moved to other code, a commit cannot; the comment tells people which version it is."""
    uses = re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))
    assert uses
    for action in uses:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+.*", action), action


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_only_the_publication_may_do_anything(workflow):
    text = workflow.read_text(encoding="utf-8")
    assert "\npermissions: {}\n" in text
    assert re.findall(r"^ +([a-z-]+: write)", text, flags=re.MULTILINE) == ["id-token: write"]


def check_contents(*files):
    command = [sys.executable, ROOT / "release" / "check_contents.py", *files]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


def make_wheel(folder, tag, core, extra=(), left_out=()):
    path = folder / f"cecib-0-{tag}-linux_x86_64.whl"
    files = [own for own in (ROOT / "src" / "cecib").rglob("*") if own.is_file() and "__pycache__" not in own.parts]
    names = [own.relative_to(ROOT / "src").as_posix() for own in files if own.suffix not in (".so", ".pyd")]
    with zipfile.ZipFile(path, "w") as archive:
        for name in {*names, core, "cecib-0.dist-info/METADATA", *extra} - set(left_out):
            archive.writestr(name, "")
    return path


STABLE = ("cp312-abi3", "cecib/_core.abi3.so")


def test_whole_wheels_are_let_through(tmp_path):
    good = [make_wheel(tmp_path, *STABLE), make_wheel(tmp_path, "cp311-cp311", "cecib/_core.cpython-311-x.so")]
    done = check_contents(*good)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("wheel", "fault"),
    [
        ({"left_out": ["cecib/explore/static/explore.js"]}, "lacks cecib/explore/static/explore.js."),
        ({"left_out": ["cecib/py.typed"]}, "lacks cecib/py.typed."),
        ({"left_out": [STABLE[1]]}, "has 0 compiled cores: []."),
        ({"extra": ["tests/test_cost.py"]}, "has tests/test_cost.py, which is no part of the package."),
        ({"extra": ["cecib/full_code.cpp"]}, "has cecib/full_code.cpp, which is no part of the package."),
        ({"tag": "cp312-cp312"}, "is tagged cp312-cp312-linux_x86_64, but its core is ['cecib/_core.abi3.so']."),
    ],
)
def test_faulty_wheels_are_named(tmp_path, wheel, fault):
    path = make_wheel(tmp_path, **{"tag": STABLE[0], "core": STABLE[1], **wheel})
    done = check_contents(path)
    assert done.returncode == 1
    assert f"{path.name} {fault}" in done.stdout.splitlines()


def test_a_source_distribution_without_sources_is_refused(tmp_path):
    path = tmp_path / "cecib-0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        archive.add(ROOT / "pyproject.toml", "cecib-0/pyproject.toml")
        archive.add(ROOT / "README.md", "cecib-0/build/README.md")
    done = check_contents(path)
    assert done.returncode == 1
    assert {f"{path.name} lacks CMakeLists.txt.", f"{path.name} has build/README.md."} <= set(done.stdout.splitlines())
