# A notebook that reads the export of a lesson. Editors show the parts after "# %%" as cells.
#
#     python3 lesson.py https://calc.example/rooms/mathe
#
# While the door is shut, add "?read=TOKEN" to the address (the attribute `read` of a room in calcroom.py).

# %% Read the lesson
import json
import sys
import urllib.request
from collections import Counter
from itertools import pairwise

room, _, query = sys.argv[1].partition("?")
with urllib.request.urlopen(f"{room}/lesson?{query}") as response:
    entries = [json.loads(line) for line in response]
calculations = [entry for entry in entries if "expression" in entry]
questions = [entry for entry in entries if "question" in entry]

# %% Who has pressed how many keys?
keys = Counter()
for calculation in calculations:
    for key in calculation["keys"]:
        keys[key.get("name") or f"participant {key['by']}"] += 1
for name, count in keys.most_common():
    print(f"{count:5}  {name}")

# %% Which calculations took longest?
times = [(second["at"] - first["at"], second) for first, second in pairwise(calculations)]
for time, calculation in sorted(times, key=lambda pair: -pair[0])[:5]:
    print(f"{time / 1000:5.0f} s  {calculation['expression']} = {calculation.get('result', '…')}")

# %% What did the class answer?
for question in questions:
    print(f"{question['question'] or 'A question'} ({question['answers']} answers)")
    for group in question.get("groups", []):
        print(f"{len(group['answers']):5}  {group['result']}")
