"""In which directions clusters differ: the directions that data have, those that groups differ in, and the choice."""
