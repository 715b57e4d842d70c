"""The comparisons and their goals. A comparison uses runs of the same round, which other load on the
machine affects alike, and takes the median of all rounds."""

import re
from statistics import median

from trials import COALESCE, DURABLE, LIMIT, NODES, OURS, REDIS, WAITED_MAX, waited


class Comparison:
    """The ratio of two figures, their difference, or one figure alone. The goal is its minimum (`>=`)
    or maximum (`<=`)."""

    def __init__(self, name, of, to, sign, goal, how="ratio", unit=""):
        self.name, self.of, self.to = name, of, to
        self.sign, self.goal, self.how, self.unit = sign, goal, how, unit

    def value(self, results):
        values = []
        first = self.runs(self.of, results)
        second = self.runs(self.to, results) if self.to else first
        for round_number in first.keys() & second.keys():
            a = first[round_number].get(self.of[2])
            b = second[round_number].get(self.to[2]) if self.to else None
            if a is None or (self.to and b is None):
                continue
            if self.how == "ratio" and b:
                values.append(a / b)
            elif self.how == "difference":
                values.append(a - b)
            elif self.how == "amount":
                values.append(a)
        return median(values) if values else None

    @staticmethod
    def runs(side, results):
        """The usable runs by round. Processor time is always usable; latency and throughput only if the
        server had its core to itself."""
        runs = dict(results.get(side[:2], []))
        if side[1] in (DURABLE, REDIS, NODES) or not re.search("PerSecond|Milliseconds", side[2]):
            return runs
        return {number: run for number, run in runs.items() if waited(run) <= WAITED_MAX}

    def reaches(self, value):
        return value >= self.goal if self.sign == ">=" else value <= self.goal

    def is_worse(self, value, recorded):
        """True if the value is worse by more than a fifth."""
        return value < recorded / 1.2 if self.sign == ">=" else value > recorded * 1.2


class Prediction(Comparison):
    """The processor time of a key in rooms of 8, divided by the prediction from rooms of 2 and 30: a
    cost for the key and a cost for each recipient (docs/performance.md)."""

    def __init__(self, name, goal):
        super().__init__(name, ("tables", OURS, "serverProcessors"), None, "<=", goal)

    def value(self, results):
        runs = [dict(results.get((trial, OURS), [])) for trial in ("pairs", "tables", "classes")]
        values = []
        for round_number in set.intersection(*(set(run) for run in runs)):
            pairs, tables, classes = (
                run[round_number]["serverProcessors"] / run[round_number]["keysPerSecond"]
                for run in runs)
            person = (classes - pairs) / (30 - 2)
            values.append(tables / (pairs + (8 - 2) * person))
        return median(values) if values else None


def faster(trial, member, server, other, goal, name):
    return Comparison(f"{trial}: {name}", (trial, server, member), (trial, other, member), ">=", goal)


COMPARISONS = [
    comparison
    for trial, member in [("fan-out", "deliveriesPerSecond"), ("rooms", "keysPerSecond")]
    for comparison in [
        faster(trial, member, OURS, COALESCE, 0.6, "calcroom / limit-coalesce"),
        faster(trial, "microsecondsPerDelivery", COALESCE, OURS, 0.6,
               "calcroom / limit-coalesce, by processor time per delivery"),
        faster(trial, member, DURABLE, OURS, 0.5, "durable / in memory"),
    ]
] + [
    Comparison("latency, p50: calcroom / limit", ("latency", OURS, "p50Milliseconds"),
               ("latency", LIMIT, "p50Milliseconds"), "<=", 1.5),
    Comparison("latency, p99: calcroom − limit", ("latency", OURS, "p99Milliseconds"),
               ("latency", LIMIT, "p99Milliseconds"), "<=", 1, "difference", " ms"),
    Comparison("durable, p99: a key / a write and fdatasync",
               ("durable", DURABLE, "p99Milliseconds"),
               ("durable", DURABLE, "p99MillisecondsDisk"), "<=", 5),
    Comparison("idle: memory of a connection", ("idle", OURS, "bytesPerConnection"), None,
               "<=", 4096, "amount", " bytes"),
    Comparison("idle, p50: among all / alone", ("idle", OURS, "p50MillisecondsTogether"),
               ("idle", OURS, "p50MillisecondsAlone"), "<=", 1.3),
    faster("loops", "keysPerSecond", "calcroom, 2 loops", OURS, 1.5, "two on two cores / one on one"),
] + [
    Comparison(f"loops: processor time per delivery, {count} / one",
               ("loops", f"calcroom, {count} loops", "microsecondsPerDelivery"),
               ("loops", OURS, "microsecondsPerDelivery"), "<=", 1.4)
    for count in (4, 8)
] + [
    Prediction("a key in rooms of 8: measured / predicted from rooms of 2 and 30", 1.25),
    Comparison("Redis: committed keys a second", ("Redis", REDIS, "keysPerSecond"), None,
               ">=", 20_000, "amount"),
    Comparison("nodes: p99 between two servers", ("nodes", NODES, "p99Milliseconds"), None,
               "<=", 5, "amount", " ms"),
]
