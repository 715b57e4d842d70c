"""Random histories of bill steps, undo and redo, each state compared with the model of bills.py.

Tests/Oracle/oracle runs this after the forms. The player answers each step with its verdict, all bills and the debts,
in thousandths.
"""

import json
import multiprocessing
import sys
import time
from functools import partial
from random import Random

from bills import BASES, Room
from differences import show
from options import parsed_options
from player import asked

HISTORIES = 1_000_000
BATCH = 2_000
STEPS = 16
# Large weights show a product that exceeds a machine word.
WEIGHTS = (60, 60, 60, 10 ** 12 - 1)


def random_amount(random):
    digits = random.choice((1, 2, 3, 4, 4, 4, 5, 9, 12))
    text = str(random.randrange(10 ** digits))
    decimals = random.choice((0, 1, 2, 2, 2, 3, 5))
    if decimals:
        text += f".{random.randrange(10 ** decimals):0{decimals}}"
    return "-" + text if random.random() < 0.08 else text


def random_step(random, room):
    bill = random.choice(room.bills)
    person = random.choice([number for number, _, _ in bill.people] or [1]) if random.random() < 0.9 else 9
    item = random.choice(bill.items)[0] if bill.items else 1
    other = random.randint(1, 3)
    amount = random_amount(random)
    step = random.choice((
        lambda: {"add": other}, lambda: {"add": other}, lambda: {"add": person}, lambda: {"guest": "Opa"},
        lambda: {"take": person},
        lambda: {"weight": {"of": person, "is": random.randint(0, random.choice(WEIGHTS))}},
        lambda: {"paid": {"of": person, "is": amount}}, lambda: {"paid": {"of": person, "is": amount}},
        lambda: {"split": random.choice(list(BASES))}, lambda: {"split": "items"}, lambda: {"scalePercents": True},
        lambda: {"amount": amount}, lambda: {"amount": amount}, lambda: {"tax": amount},
        lambda: {"tip": random.choice(("0", "10", "15", "12.5", "33.3333"))},
        lambda: {"tipOn": random.choice(("pretax", "total"))}, lambda: {"roundUp": random.random() < 0.5},
        lambda: {"currency": {"decimals": random.choice((0, 2, 3)), "sign": random.choice(("", "EUR"))}},
        lambda: {"currency": {"decimals": random.choice((0, 2, 3)), "sign": bill.sign}},
        lambda: {"item": amount}, lambda: {"item": amount}, lambda: {"drop": item},
        lambda: {"price": {"of": item, "is": amount}}, lambda: {"owner": {"of": item, "is": person}},
        lambda: {"owner": {"of": item, "is": person}}, lambda: {"disown": {"of": item, "is": person}},
        lambda: {"shareOpen": True}, lambda: {"settle": {"of": person, "to": other, "is": amount}},
        lambda: {"unsettle": room.settled[-1][0] if room.settled else 7}, lambda: {"new": True},
        lambda: {"removeBill": True}, lambda: {"startOver": True},
        lambda: "undo", lambda: "undo", lambda: "undo", lambda: "redo", lambda: "redo"))()
    if step in ("undo", "redo") or bill.number == 1:
        return step
    return {"in": bill.number, **step}


def history(random):
    """A history as the player's line, and the states that the model expects."""
    room = Room()
    steps, expected = [], []
    for _ in range(random.randint(4, 2 * STEPS - 4)):
        step = random_step(random, room)
        verdict = room.play(step)
        steps.append(step if isinstance(step, str) else json.dumps(step, separators=(",", ":")))
        expected.append(([verdict, *(bill.state() for bill in room.bills)], room_debts(room)))
    return "\t".join(steps), expected


def room_debts(room):
    """A judge of the debts in this state."""
    copy = Room()
    copy.bills, copy.guests, copy.settled = room.copied()
    return copy.judge_debts


def difference(line, expected, answer):
    try:
        states = json.loads(answer)
    except ValueError:
        return "a list of states", answer
    if len(states) != len(expected):
        return f"{len(expected)} states", f"{len(states)}"
    for place, ((state, judge_debts), got) in enumerate(zip(expected, states)):
        if got[:-1] != state:
            return f"after step {place + 1}: {json.dumps(state)}", json.dumps(got[:-1])
        if not judge_debts(got[-1]):
            return f"after step {place + 1}: debts that settle {json.dumps(state)}", json.dumps(got[-1])
    return None


def worked(seed, batch):
    """Compares a batch, which is its first case and its number of cases. Returns the numbers of cases and steps, and
    the differences."""
    first, count = batch
    random = Random(f"{seed} histories {first}")
    cases = [history(random) for _ in range(count)]
    answers = asked([line for line, _ in cases], "bills")
    found = []
    for (line, expected), answer in zip(cases, answers):
        if different := difference(line, expected, answer.value):
            found.append((line, *different))
    return count, sum(len(expected) for _, expected in cases), found


def main():
    options = parsed_options(__doc__, "histories")
    count = max(1, round(HISTORIES * options.scale))
    batches = [(first, min(BATCH, count - first)) for first in range(0, count, BATCH)]
    started = time.monotonic()
    with multiprocessing.Pool(options.jobs) as pool:
        results = pool.map(partial(worked, options.seed), batches, chunksize=1)
    differences = [one for _, _, found in results for one in found]
    show("histories", differences)
    print(f"histories: {sum(cases for cases, _, _ in results)} compared, {len(differences)} differences, "
          f"{sum(steps for _, steps, _ in results)} steps, {time.monotonic() - started:.0f} s", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
