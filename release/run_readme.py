"""Run what the README shows with the cecib that is installed, in a folder that has the examples and nothing else.

    python release/run_readme.py

Python blocks run as they are; of the shell blocks, the commands of cecib that come to an end by themselves.
"""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SERVES = "cecib explore"  # until it is told to stop


def blocks(language: str) -> list[str]:
    """Give the blocks of the README in a language."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", readme, flags=re.DOTALL | re.MULTILINE)


def commands() -> list[list[str]]:
    """Give the commands of cecib, each with the program that was installed beside this Python."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    shown = [line for line in lines if line.startswith("cecib ") and not line.startswith(SERVES)]
    program = shutil.which("cecib", path=str(Path(sys.executable).parent))
    if program is None:
        raise SystemExit(f"No cecib beside {sys.executable}: install it first, pip install 'cecib[cli,plot]'.")
    return [[program, *shlex.split(line, comments=True)[1:]] for line in shown]


def main() -> None:
    """Run all of it; the first that fails ends it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "examples", folder / "examples")
        runs = [[sys.executable, "-c", block] for block in blocks("python")] + commands()
        for run in runs:
            done = subprocess.run(run, cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace")
            if done.returncode:
                raise SystemExit(f"{' '.join(run)}\n{done.stdout}{done.stderr}failed with status {done.returncode}.")
        where = "import cecib; print(cecib.__version__, 'at', cecib.__file__)"
        told = subprocess.run([sys.executable, "-c", where], cwd=folder, capture_output=True, text=True, check=True)
        python = ".".join(map(str, sys.version_info[:3]))
        print(f"README: {len(runs)} blocks and commands ran with Python {python} and cecib {told.stdout.strip()}")


if __name__ == "__main__":
    main()
