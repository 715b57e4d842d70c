"""The attacks. Each is a generator that attacks for a moment at each step, and never ends."""

import itertools
import os
import socket
import time

from clients import HANDSHAKE, PING, TEXT, Actor, Client, KeyChanger, connect, frame, join, text_frame

ADDRESS = "127.0.0.2"
LONG_ROOM = "long"
SPECTATORS, FLOODERS, READERS, HEADS, SILENT = 900, 50, 900, 400, 3_000
# Of each address, and the number of addresses.
DOCUMENT_READERS, READER_ADDRESSES = 8, 40

number_of_address = itertools.count()


def next_address():
    """One of 250 addresses in turn, so that the limits of an address do not slow the attack down."""
    return f"127.0.2.{next(number_of_address) % 250 + 1}"


def repeating(seconds):
    """Repeats a loop until the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


class Group:
    """Connections that the attack keeps. A connection that the server closes is replaced."""

    def __init__(self, count, make):
        self.count, self.make, self.members = count, make, []

    def fill(self, at_once=50):
        for _ in range(min(at_once, self.count - len(self.members))):
            try:
                self.members.append(self.make(len(self.members)))
            except OSError:
                return

    def send(self, data):
        """Sends as much as the server accepts, and discards its answers."""
        for one in list(self.members):
            try:
                one.setblocking(False)
                one.send(data)
            except BlockingIOError:
                pass
            except OSError:
                self.members.remove(one)
                continue
            try:
                one.recv(1 << 20)
            except OSError:
                pass


def members(port, count, room="evil", watch=False):
    def make(number):
        client = Client(port, room, f"eve{number}", ADDRESS, watch)
        return client.socket

    return Group(count, make)


def flood(port, data):
    group = members(port, FLOODERS)
    while True:
        group.fill()
        group.send(data)
        yield


def nothing(port):
    while True:
        yield


def pings(port):
    return flood(port, frame(PING) * 40_000)


def heartbeats(port):
    return flood(port, text_frame({"alive": 7}) * 20_000)


def fragments(port):
    data = text_frame({"alive": 7})
    pieces = [frame(0 if index else TEXT, data[6 + index:7 + index], index == len(data) - 7)
              for index in range(len(data) - 6)]
    return flood(port, b"".join(pieces) * 2_000)


def single_pings(port):
    group = members(port, FLOODERS)
    while True:
        group.fill()
        for _ in repeating(0.01):
            group.send(frame(PING))
        yield


def reconnecting(port):
    while True:
        group = members(port, 1)
        group.fill()
        group.send(frame(PING) * 40_000)
        for one in group.members:
            one.close()
        yield


def keys(port):
    """A room with many connections that all press."""
    group, number = members(port, 200), 0
    while True:
        group.fill()
        number += 1
        group.send(text_frame({"n": number, "press": str(number % 10)}))
        yield


def joins(port):
    """Newcomers who leave at once, and return as somebody else."""
    number = 0
    while True:
        for _ in range(5):
            number += 1
            try:
                client = Client(port, "crowd", f"eve{number}", ADDRESS)
                client.hear()
                client.socket.close()
            except OSError:
                pass
        yield


def spectators(port):
    group, host = members(port, SPECTATORS, watch=True), None
    while True:
        try:
            host = host or Client(port, "evil", "host", ADDRESS)
        except OSError:
            pass
        group.fill()
        group.send(text_frame({"alive": 7}))
        yield


def documents(port):
    """Endless requests for the longest documents of a room. Some are downloaded, and some never read."""
    paths = [f"/rooms/{LONG_ROOM}/{name}" for name in ("log?count=10000", "tape.txt", "tape.csv", "lesson.csv")]
    pending = []
    while True:
        # Two of each path: every second connection is read.
        for path in sorted(paths * 2):
            try:
                one = connect(port, ADDRESS)
                one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                one.setblocking(False)
                pending.append(one)
            except OSError:
                pass
        for one in pending[::2]:
            try:
                one.recv(1 << 20)
            except OSError:
                pass
        while len(pending) > 200:
            pending.pop(0).close()
        yield


def requests(port):
    """Requests that arrive together."""
    data = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    group = Group(FLOODERS, lambda _: connect(port, ADDRESS))
    while True:
        group.fill()
        group.send(data)
        yield


def pipelined(path, count):
    """Connections that send requests faster than the server can answer them."""
    def attack(port):
        data = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 2_000
        group = Group(count, lambda _: connect(port, next_address()))
        while True:
            group.fill()
            for _ in repeating(0.1):
                group.send(data)
            yield
    return attack


def pieces(port):
    """A head whose bytes arrive in a packet each."""
    group = Group(1, lambda _: connect(port, next_address()))
    while True:
        for _ in repeating(0.1):
            group.fill()
            group.send(b"a")
        yield


def new_connections(port):
    """New connections without end. Each sends a request and closes."""
    while True:
        for _ in repeating(0.1):
            try:
                with connect(port, next_address()) as one:
                    one.sendall(b"GET /x HTTP/1.1\r\n\r\n")
            except OSError:
                pass
        yield


def key_changes(joins):
    """TLS records that change keys, before a request or after a join."""
    def attack(port):
        while True:
            try:
                client = KeyChanger(port, next_address())
                if joins:
                    client.write(HANDSHAKE.format(room="evil", port=port).encode())
                    client.send()
                    client.read()
                    client.write(text_frame(join("eve")))
                while True:
                    for _ in range(4_500):
                        client.change_keys()
                    client.send()
                    yield
            except OSError:
                yield
    return attack


def unread_documents(port):
    """Documents that nobody reads, requested from many addresses."""
    def make(number):
        one = connect(port, f"127.0.1.{number % READER_ADDRESSES}", receive_buffer=2_048)
        one.sendall(f"GET /rooms/{LONG_ROOM}/log?count=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return one

    group = Group(DOCUMENT_READERS * READER_ADDRESSES, make)
    while True:
        group.fill()
        for one in list(group.members):
            one.setblocking(False)
            try:
                if not one.recv(1, socket.MSG_PEEK):
                    group.members.remove(one)
            except BlockingIOError:
                pass
            except OSError:
                group.members.remove(one)
        yield


def slow_readers(port):
    def make(_):
        one = connect(port, ADDRESS, receive_buffer=2_048)
        one.sendall(b"GET /huge.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return one

    group = Group(READERS, make)
    while True:
        group.fill()
        yield


def silent(port):
    def make(_):
        one = connect(port, ADDRESS)
        one.sendall(b"GET / HTTP/1.1\r\nHo")
        return one

    group = Group(SILENT, make)
    while True:
        group.fill(10)
        if len(group.members) == SILENT:
            for one in group.members[:500]:
                one.close()
            del group.members[:500]
        yield


def heads(port):
    group = Group(HEADS, lambda _: connect(port, ADDRESS))
    while True:
        group.fill()
        group.send(b"a")
        yield


def computing(count):
    """Clients in rooms of their own, at the address of a class, that compute the largest factorial."""
    def attack(port):
        setup, keys = ["3", "2", "4", "8", "MS"], ["C", "MR", "fact"]

        def message(number):
            numbers = range(number, number + 60)
            return {"press": [setup[n - 1] if n <= 5 else keys[n % 3] for n in numbers]}

        actors = [Actor(Client(port, f"evil{number + 1}", unique("eve"), ADDRESS), message, 60)
                  for number in range(count)]
        while True:
            for actor in actors:
                actor.act()
            yield

    return attack


def views(port):
    """Clients that raise and lower a hand 30 times a second, and receive views of a number that takes long to compute."""
    def message(number):
        return {"press": "3248"[number - 1]} if number <= 4 else (
            {"press": "fact"} if number == 5 else {"hand": number % 2 == 0})

    actors = [Actor(Client(port, f"heavy{number}", unique("eve"), ADDRESS, views=True), message) for number in range(34)]
    while True:
        end = time.monotonic() + 1 / 30
        for actor in actors:
            actor.act()
        time.sleep(max(0, end - time.monotonic()))
        yield


def rooms(port):
    """24 addresses that make as many rooms as they may. Five of them also fill a room."""
    number = 0
    while True:
        for address in range(1, 25):
            for _ in range(10):
                for room in [unique(f"new{number}")] + (["crowd"] * 2 if address <= 5 else []):
                    number += 1
                    try:
                        client = Client(port, room, unique(f"eve{number}"), f"127.0.1.{address}")
                        client.hear()
                        client.socket.close()
                    except OSError:
                        pass
            yield


def unique(name):
    """A name that no other process of an attack uses."""
    return f"{name}-{os.getpid()}"


ALL = {
    "nothing": ("no attack, for comparison", nothing),
    "pings": ("50 clients that flood pings", pings),
    "heartbeats": ("50 clients that flood `alive`", heartbeats),
    "fragments": ("50 clients that flood fragments of one byte", fragments),
    "single": ("50 clients, one ping per packet", single_pings),
    "reconnecting": ("reconnecting after each flood", reconnecting),
    "keys": ("200 clients in a room that press without end", keys),
    "joins": ("newcomers without end", joins),
    "computing": ("a client that computes without end", computing(1)),
    "computing10": ("10 clients that compute without end", computing(10)),
    "views": ("34 clients with views of a heavy number", views),
    "rooms": ("24 addresses that make rooms and fill one", rooms),
    "spectators": ("900 spectators", spectators),
    "documents": ("the longest documents without end", documents),
    "requests": ("50 clients that request without end", requests),
    "pipelined": ("one connection that pipelines requests", pipelined("/x", 1)),
    "pages": ("50 connections that pipeline requests for the page", pipelined("/", 50)),
    "pieces": ("a head with a packet for each byte", pieces),
    "connections": ("new connections without end", new_connections),
    "keychanges": ("TLS records that change keys", key_changes(joins=False)),
    "joinedkeychanges": ("the same after a join", key_changes(joins=True)),
    "handshakes": ("TLS handshakes without end", new_connections),
    "unread": ("320 readers of long documents that read nothing, from 40 addresses", unread_documents),
    "readers": ("900 slow readers of a 4 MB file", slow_readers),
    "silent": ("3,000 connections that send nothing more", silent),
    "heads": ("400 heads that arrive byte by byte", heads),
}

# The servers of these attacks use TLS.
SECURE = {"keychanges", "joinedkeychanges", "handshakes"}
