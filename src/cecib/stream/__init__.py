"""Streams: clusters that take in batch after batch, come, merge, divide and go; docs/stream.md."""

from cecib.stream.advance import advance
from cecib.stream.state import Stream

__all__ = ["Stream", "advance"]
