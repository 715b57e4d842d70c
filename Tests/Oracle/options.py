"""The options of Tests/Oracle/oracle, shared by its parts."""

import argparse
import os
import sys

# Parts with one area, which has the name of the part.
PARTS = ("forms", "histories", "sentences")


def parsed_options(document, part=""):
    """The options. The program ends if they do not select this part."""
    options = argparse.ArgumentParser(prog="Tests/Oracle/oracle", description=document.split("\n")[0])
    options.add_argument("--scale", type=float, default=1.0, help="share of the cases (default 1)")
    options.add_argument("--seed", type=int, default=1, help="seed of the random numbers (default 1)")
    options.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per core)")
    options.add_argument("--only", default="", help="areas whose names begin with this")
    parsed = options.parse_args()
    if part and not part.startswith(parsed.only):
        sys.exit()
    return parsed
