"""Results of the tools: counts of tests, times, and the lines that explain a failure."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

EXCERPT_LINES = 60
SLOWEST = 50

# Lines of Swift Testing about tests that start, pass or are skipped, with the lines that continue them.
QUIET, SYMBOLS = "◇✔➜", "◇✔➜✘⚠"
ESCAPE = re.compile(r"\x1b\[\d*m")


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: list = field(default_factory=list)
    times: list = field(default_factory=list)
    # The lines that passed tests have printed.
    figures: list = field(default_factory=list)


def of_commands(task):
    """A task whose commands are one check each."""
    done = len(task.commands) if task.status == "ok" else 0
    return Count(passed=done)


def of_xml(task):
    """A report in JUnit's format, as Swift Testing and pytest write it."""
    count = Count()
    for case in ElementTree.parse(task.report).iter("testcase"):
        name = f"{case.get('classname')} {case.get('name')}"
        count.times.append((float(case.get("time") or 0), name))
        skipped = case.find("skipped")
        if skipped is not None:
            count.skipped.append(f"{name}: {skipped.get('message') or skipped.text or 'no reason'}")
        elif case.find("failure") is None and case.find("error") is None:
            count.passed += 1
            printed = (case.findtext("system-out") or "").splitlines()
            count.figures += [line for line in printed if line and not line.startswith("---")]
        else:
            count.failed += 1
    return count


def of_output(pattern):
    """Counts the tests of a tool that prints their number, which the first group of the pattern matches."""

    def count(task):
        found = re.findall(pattern, task.log.read_text(errors="replace"), re.MULTILINE)
        return Count(passed=sum(map(int, found)))

    return count


def counted(task):
    """The count of a finished task. A task that failed has at least one failure; a task that ran no
    test has failed."""
    if task.is_build:
        return Count(failed=int(task.status != "ok"))
    try:
        count = task.counter(task)
    except (OSError, ElementTree.ParseError):
        count = Count()
    if task.status != "ok" or not (count.passed or count.failed):
        count.failed = max(1, count.failed)
    return count


def excerpt(task):
    """The lines that explain a failure: those of failed tests in Swift, the last ones of other tools."""
    lines, is_quiet = [], False
    is_swift = task.part == "swift" or task.name.endswith("sanitizer")
    for line in ESCAPE.sub("", task.log.read_text(errors="replace")).splitlines():
        if is_swift and line and line[0] in SYMBOLS:
            is_quiet = line[0] in QUIET
        if line and not is_quiet:
            lines.append(line)
    lines += [f"not finished: {name}" for name in unfinished(task.log)] if is_swift else []
    cut = len(lines) - EXCERPT_LINES
    if cut > 0:
        lines = [f"… {cut} earlier lines in {task.log}"] + lines[cut:]
    return "\n".join(f"    {line}" for line in lines)


def unfinished(log):
    """The tests that Swift Testing had started and not ended, when its process was stopped or crashed."""
    text = ESCAPE.sub("", log.read_text(errors="replace"))
    name = r'Test ("[^"]*"|\w+\(\))'
    started = dict.fromkeys(re.findall(f"^◇ {name} started", text, re.MULTILINE))
    ended = set(re.findall(f"^[✔✘] {name} .*(?:passed|failed) after", text, re.MULTILINE))
    return [name for name in started if name not in ended]


def report(tasks, times_file, seconds):
    """Prints the result of each task, tests that did not run, and the totals; returns the exit status."""
    counts = {task.name: counted(task) for task in tasks}
    print(f"\n{'part':24}{'time':>8}{'processor':>11}{'passed':>8}{'failed':>8}")
    for task in sorted(tasks, key=lambda task: -task.seconds):
        count = counts[task.name]
        print(f"{task.name:24}{task.seconds:6.0f} s{task.processor_seconds:9.0f} s"
              f"{count.passed or '':8}{count.failed or '':8}")
    print("The processor time is without that of browsers.")
    write_times(counts, times_file)
    for count in counts.values():
        for figure in count.figures:
            print(f"Measured: {figure}")
    skipped = [reason for count in counts.values() for reason in count.skipped]
    only_in_full = [reason for reason in skipped if "CALCROOM_FULL=1" in reason]
    for reason in skipped:
        if reason not in only_in_full:
            print(f"NOT RUN: {reason}")
    if only_in_full:
        print(f"NOT RUN: {len(only_in_full)} tests, which need --full")
    passed = sum(count.passed for count in counts.values())
    failed = sum(count.failed for count in counts.values())
    print(f"{seconds:.0f} s in total. The slowest tests are listed in {times_file}")
    names = [task.name for task in tasks if counts[task.name].failed]
    if names:
        print(f"Failed: {', '.join(names)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def write_times(counts, file):
    with open(file, "w") as output:
        for name, count in counts.items():
            for seconds, test in sorted(count.times, reverse=True)[:SLOWEST]:
                print(f"{seconds:8.2f}  {name}  {test}", file=output)
