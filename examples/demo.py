"""The demo: six populations of finches from two coarse labels on a tenth of the birds, with the command line."""

import csv
import shlex
import subprocess
import sys
from pathlib import Path

from cecib.reading.evaluation import adjusted_rand_index, normalized_mutual_information

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COMMAND = (
    "cluster examples/finches.csv --labels diet"
    " --out demo/finches_clusters.csv --model demo/finches.cecib --plot demo/finches.png"
)

BEFORE = """\
880 finches of an invented island, four measurements each. For 88 of them a warden noted the diet, "seeds" or
"insects". Unknown to cecib: there are six populations, the warden never labelled one of them, and five of the notes
are slips of the pen.
"""

AFTER = """
cecib found {n_clusters} clusters. With the six true populations, which it never saw, they agree by NMI {nmi:.3f} and
ARI {ari:.3f} (1 is perfect). It says that {n_suspects} labels look wrong; {n_found} of the 5 slips are among them.
Without any label, so new to the warden: {new}.

  demo/finches_clusters.csv   cluster, category and probability of each bird
  demo/finches.png            the picture
  demo/finches.cecib          the model; try: {python} -m cecib.cli predict demo/finches.cecib examples/finches.csv
"""


def column(path: Path, name: str) -> list[str]:
    with open(path, newline="", encoding="utf-8") as file:
        return [row[name] for row in csv.DictReader(file)]


def main() -> int:
    (ROOT / "demo").mkdir(exist_ok=True)
    print(BEFORE)
    print(f"$ cecib {COMMAND}", flush=True)
    status = subprocess.run([sys.executable, "-m", "cecib.cli", *shlex.split(COMMAND)], cwd=ROOT).returncode
    if status == 0:
        tell_the_end()
    return status


def tell_the_end() -> None:
    clusters = column(ROOT / "demo" / "finches_clusters.csv", "cluster")
    categories = column(ROOT / "demo" / "finches_clusters.csv", "category")
    population = column(HERE / "finches_truth.csv", "population")
    is_wrong = column(HERE / "finches_truth.csv", "label_is_wrong")
    diet = column(HERE / "finches.csv", "diet")
    suspects = [i for i, label in enumerate(diet) if label and label != categories[i]]
    new = sorted({int(cluster) for cluster, category in zip(clusters, categories, strict=True) if not category})
    print(
        AFTER.format(
            n_clusters=len(set(clusters)),
            nmi=normalized_mutual_information(population, clusters),
            ari=adjusted_rand_index(population, clusters),
            n_found=sum(is_wrong[i] == "1" for i in suspects),
            n_suspects=len(suspects),
            new=", ".join(f"cluster {cluster}" for cluster in new) or "none",
            python=Path(sys.executable).relative_to(ROOT) if Path(sys.executable).is_relative_to(ROOT) else "python",
        )
    )


if __name__ == "__main__":
    sys.exit(main())
