"""The options of Scripts/oracle, which all its parts take."""

import argparse
import os


def parsed_options(description):
    options = argparse.ArgumentParser(prog="Scripts/oracle", description=description)
    options.add_argument("--scale", type=float, default=1.0, help="part of the cases; default 1")
    options.add_argument("--seed", type=int, default=1, help="default 1")
    options.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: one a core")
    options.add_argument("--only", default="", help="areas whose names begin with this")
    return options.parse_args()
