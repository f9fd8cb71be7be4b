"""What the paper claims, in its own words, section by section, and the rules that judge it.

Each module has `CLAIMS`. A rule looks at paired differences over draws: a difference is clear beyond two standard
errors, and what is not clear is undecided.
"""
