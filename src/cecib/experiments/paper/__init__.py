"""The experiments of the paper, one module each; nothing else lies here.

A module that is put here is an experiment: it holds an ``EXPERIMENT``, whose name is that of the module with
hyphens for underscores.
"""
