"""Shows differences."""

SHOWN_MAX = 8


def show(name, differences, replay=None):
    """Prints the shortest of the differences: line, expected, received. `replay` is a command for a line."""
    for line, expected, received in sorted(differences, key=lambda row: len(row[0]))[:SHOWN_MAX]:
        print(f"\n{name}: {line}\n  expected {expected}\n  received {received}")
        if replay:
            print(f"  replay   {replay(line)}")
