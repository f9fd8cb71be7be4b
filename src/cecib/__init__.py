"""Clustering for data of which an expert has labelled a little."""
