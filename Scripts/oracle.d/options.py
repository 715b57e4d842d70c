"""The options of Scripts/oracle, shared by its parts."""

import argparse
import os


def parsed_options(description):
    options = argparse.ArgumentParser(prog="Scripts/oracle", description=description)
    options.add_argument("--scale", type=float, default=1.0, help="share of the cases (default 1)")
    options.add_argument("--seed", type=int, default=1, help="seed of the random numbers (default 1)")
    options.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per core)")
    options.add_argument("--only", default="", help="areas whose names begin with this")
    return options.parse_args()
