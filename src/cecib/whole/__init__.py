"""Search small, finish whole: a sample finds the model, and all rows, wherever they are, finish it in passes."""
