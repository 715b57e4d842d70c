"""Checks that Scripts/bench runs, and that its option --check notices a slower server."""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest

from checkout import ROOT
from commands import program

os.environ.setdefault("CALCROOM", str(program("calcroom")))
sys.path.insert(0, str(ROOT / "Scripts/bench.d"))
import document
import main


class BenchTests(unittest.TestCase):
    def test_one_trial_prints_its_servers_and_leaves_the_document_alone(self):
        before = (ROOT / document.PATH).read_bytes()
        words = ["Scripts/bench", "--rounds", "1", "--seconds", "0.1", "--only", "rooms", "--check"]
        environment = {name: os.environ[name] for name in ("CALCROOM", "PATH")}
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, env=environment)
        servers = re.findall(r"^\| ([a-z, -]+) \| [\d,.]+ \| [\d.]+ \|", done.stdout, re.MULTILINE)
        self.assertEqual(servers, ["calcroom", "calcroom, durable", "limit-coalesce"], done.stderr)
        self.assertIn("ratios compared with docs/performance.md", done.stdout)
        self.assertEqual((ROOT / document.PATH).read_bytes(), before)

    def test_a_ratio_that_is_worse_by_more_than_a_fifth_is_found(self):
        def results(ratio):
            servers = {"calcroom": 1e6, "calcroom, durable": 1e6 * ratio}
            return {("rooms", name): [(0, {"keysPerSecond": keys})] for name, keys in servers.items()}

        with tempfile.NamedTemporaryFile("w") as file, contextlib.redirect_stdout(io.StringIO()):
            file.write(f"before\n{document.BEGIN}\n{document.END}\nafter\n")
            file.flush()
            self.addCleanup(setattr, document, "PATH", document.PATH)
            document.PATH = file.name
            document.write(results(0.5), ["Machine: none"], [])
            text = (ROOT / file.name).read_text()
            self.assertRegex(text, f"(?s)^before\n{document.BEGIN}.*{document.END}\nafter\n$")
            for ratio, is_fine in [(0.5, True), (0.42, True), (0.41, False), (0.9, True)]:
                self.assertEqual(main.check(results(ratio)), is_fine, ratio)
            self.assertFalse(main.check({}))
