"""What a run found, for the eye: a page, figures, tables."""
