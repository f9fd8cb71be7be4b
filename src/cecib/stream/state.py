"""What a model remembers between the batches of a stream, besides its clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cecib.stream.rows import Rows
from cecib.stream.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class Stream:
    """The state of a stream; its size does not depend on how long the stream is.

    Attributes
    ----------
    recent : Rows
        A sample of the rows, in which each has the chance that it still counts: by it clusters are divided.
    waiting : Rows
        Rows that no cluster explains.
    vocabulary : Vocabulary
        The categories so far.
    ids : ndarray of shape (k,)
        Names of the clusters that stay while they live, and are given once.
    next_id : int
        The next name.
    seed : int
        Of the sample.
    n_seen : int
        How many rows have come.
    time : float
        How many points they stand for.
    fitted_at, reviewed_at : int
        How many had come when a fit was made of all of them, and when clusters were last reviewed.
    divided_at, tried_at : float
        When clusters were last looked through for parts, and the waiting rows for a new cluster.
    began_at : float
        When the model was last fitted.
    """

    recent: Rows
    waiting: Rows
    vocabulary: Vocabulary
    ids: NDArray[np.int64]
    next_id: int
    seed: int
    n_seen: int = 0
    time: float = 0.0
    fitted_at: int = 0
    reviewed_at: int = 0
    divided_at: float = 0.0
    tried_at: float = 0.0
    began_at: float = 0.0

    @property
    def has_all(self) -> bool:
        """Whether every row that has come is at hand."""
        return len(self.recent) == self.n_seen

    def naming(self, n_clusters: int) -> Stream:
        """Give names to clusters that have none yet, the last ones."""
        more = n_clusters - len(self.ids)
        ids = np.append(self.ids, np.arange(self.next_id, self.next_id + more))
        return replace(self, ids=ids, next_id=self.next_id + more)
