"""Files: tables, model files, and outputs that appear whole or not at all."""
