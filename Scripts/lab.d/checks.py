"""Checks that an attack locks out neither people behind the attacker's address nor people from a new address."""

import time

from attacks import ADDRESS
from clients import Client, text_frame

PUPILS, KEYS = 30, 10


class Class:
    """A class behind the attacker's address. Nobody's key may be refused."""

    def __init__(self, port):
        self.pupils = {who: Client(port, "class", f"pupil{who}", ADDRESS) for who in range(1, PUPILS + 1)}
        for pupil in self.pupils.values():
            pupil.hear_until('"welcome"')
        self.number = 0

    def run(self):
        for _ in range(KEYS):
            self.number += 1
            for pupil in self.pupils.values():
                pupil.send(text_frame({"n": self.number, "press": "+" if self.number % 2 == 0 else "7"}))
                time.sleep(0.002)
        self.pupils = {who: pupil for who, pupil in self.pupils.items() if self.is_heard(who, pupil)}

    def is_heard(self, who, pupil):
        """False if a key of the pupil was refused."""
        while f'"by":{who},"n":{self.number},' not in (text := pupil.hear()):
            if '"refused"' in text:
                return False
        return True

    def result(self):
        refused = PUPILS - len(self.pupils)
        return f"pupils whose keys were refused: {refused} of {PUPILS}", refused == 0


class NewAddress:
    """People from new addresses. Each makes a room, and joins the room that attackers fill."""

    def __init__(self, port):
        self.port, self.count, self.refused = port, 0, 0

    def run(self):
        self.count += 1
        for room in (f"mine{self.count}", "crowd"):
            person = Client(self.port, room, f"new{self.count}", f"127.0.2.{self.count}")
            self.refused += '"welcome"' not in person.hear()
            person.socket.close()

    def result(self):
        return f"rooms made and joined: {2 * self.count}, refused: {self.refused}", self.refused == 0


ALL = {"computing": Class, "computing10": Class, "rooms": NewAddress}
