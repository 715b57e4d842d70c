"""The tables, on the screen and in docs/performance.md, where they replace the text between two markers."""

import re
from statistics import median

from comparisons import COMPARISONS
from trials import TRIALS

PATH = "docs/performance.md"
BEGIN, END = "<!-- begin: Scripts/bench -->", "<!-- end: Scripts/bench -->"
MISSING = "not measured"


def number(value):
    if value is None:
        return MISSING
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 0.01 or value == 0 else f"{value:.4f}"


def words(member):
    """Splits a member name: `p50MillisecondsDisk` becomes "p50 milliseconds disk"."""
    return re.sub(r"([a-z0-9])([A-Z])", lambda m: f"{m[1]} {m[2].lower()}", member)


def table(heads, rows):
    rule = ["---"] * len(heads)
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, rule, *rows])


def comparisons(results):
    rows = []
    for comparison in COMPARISONS:
        value = comparison.value(results)
        sign = "at least" if comparison.sign == ">=" else "at most"
        goal = f"{sign} {number(comparison.goal)}{comparison.unit}"
        if value is None:
            rows.append([comparison.name, missing(comparison, results), goal, ""])
        else:
            reached = "yes" if comparison.reaches(value) else "**no**"
            rows.append([comparison.name, number(value) + comparison.unit, goal, reached])
    return table(["comparison", "measured", "goal", "reached"], rows)


def missing(comparison, results):
    """The reason for a missing value."""
    sides = [side for side in (comparison.of, comparison.to) if side]
    if all(side[:2] in results for side in sides):
        return f"{MISSING}: other processes always shared the server's core"
    if "loops" in comparison.of[1] and comparison.to[:2] in results:
        return f"{MISSING}: too few cores"
    return MISSING


def trial(name, results):
    _, servers, members = TRIALS[name]
    rows = []
    for server in servers:
        runs = [figures for _, figures in results.get((name, server), [])]
        if runs:
            rows.append([server, *(spread([run.get(member) for run in runs]) for member in members)])
    return table(["server", *map(words, members)], rows)


def spread(values, unit=""):
    """The median. The least and the greatest value follow if one differs from it by more than a quarter."""
    values = [value for value in values if value is not None]
    if not values:
        return MISSING
    middle, least, greatest = median(values), min(values), max(values)
    if max(greatest - middle, middle - least) <= abs(middle) / 4:
        return f"{number(middle)}{unit}"
    return f"{number(middle)}{unit} ({number(least)} to {number(greatest)})"


def figures(results):
    """The first two figures of each trial's first server. The screen shows the others."""
    rows = []
    for name, (arguments, servers, members) in TRIALS.items():
        runs = [run for _, run in results.get((name, servers[0]), [])]
        values = [figure(member, [run.get(member) for run in runs]) for member in members[:2]]
        rows.append([name, f"`{arguments}`", "; ".join(values) if runs else MISSING])
    return table(["trial", "`calcroom-lab bench`", "median"], rows)


def figure(member, values):
    """A figure as words: "p99 alone 0.12 ms" for `p99MillisecondsAlone`, "86,829 keys per second"."""
    if "Per" in member:
        return spread(values, " " + words(member).replace("microseconds", "µs"))
    if "Milliseconds" in member:
        return f"{words(member).replace(' milliseconds', '')} {spread(values, ' ms')}"
    return f"{words(member)} {spread(values)}"


def write(results, heads, notes):
    parts = ["\n".join(f"- {head}" for head in heads),
             "## Comparisons", comparisons(results), "## Figures", figures(results)]
    if notes:
        parts += ["## Failed runs", "\n".join(f"- {note}" for note in notes)]
    before, _, after = sections()
    with open(PATH, "w") as file:
        file.write("\n\n".join([before + BEGIN, *parts, END + after]))


def sections():
    """The text before the tables, the tables, and the text after them."""
    with open(PATH) as file:
        before, begin, rest = file.read().partition(BEGIN)
    tables, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PATH} does not have the lines {BEGIN} and {END}")
    return before, tables, after


def recorded():
    """The recorded comparisons, by name."""
    rows = {}
    _, tables, _ = sections()
    for line in tables.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 4:
            value = re.match(r"-?[\d,.]+(e-?\d+)?", cells[1])
            if value:
                rows[cells[0]] = float(value[0].replace(",", ""))
    return rows
