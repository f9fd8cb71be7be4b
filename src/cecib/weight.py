"""The former name of `cecib.beta`."""

from cecib.beta import beta_threshold

__all__ = ["beta_threshold"]
