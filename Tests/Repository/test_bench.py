"""Checks that Scripts/bench runs."""

import os
import re
import subprocess
import unittest

from checkout import ROOT
from commands import program


class BenchTests(unittest.TestCase):
    def test_one_trial_prints_its_servers_and_leaves_the_document_alone(self):
        document = ROOT / "docs/performance.md"
        before = document.read_bytes()
        words = ["Scripts/bench", "--rounds", "1", "--seconds", "0.1", "--only", "rooms", "--check"]
        environment = {"CALCROOM": str(program("calcroom")), "PATH": os.environ["PATH"]}
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, env=environment)
        servers = re.findall(r"^\| ([a-z, -]+) \| [\d,.]+ \| [\d.]+ \|", done.stdout, re.MULTILINE)
        self.assertEqual(servers, ["calcroom", "calcroom, durable", "limit-coalesce"], done.stderr)
        self.assertIn("ratios compared with docs/performance.md", done.stdout)
        self.assertEqual(document.read_bytes(), before)
