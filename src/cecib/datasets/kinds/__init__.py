"""The kinds of data set, and what an entry of each kind says: tables of numbers, fingerprints, a picture."""
