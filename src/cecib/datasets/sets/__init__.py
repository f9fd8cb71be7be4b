"""The data sets, one module each, with all that is known of it; nothing else lies here.

A module that is put here is a data set: it holds an ``ENTRY``, and its name is what `cecib.datasets.load` is given.
"""
