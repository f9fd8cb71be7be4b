"""The long test: random cases, each made from one number, and what has to hold for every one of them."""
