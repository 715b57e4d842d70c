# SPDX-License-Identifier: Apache-2.0
"""A client for rooms of Calcroom. docs/clients.md describes it; it needs Python 3.11 and `websockets` 14.

    room = await calcroom.join("https://calc.example/rooms/mathe", name="Bot")
    await room.press("1", "+", "2", "=")
    print(room.view["display"])

In scripts and notebooks without `await`:

    with calcroom.join_sync("https://calc.example/rooms/mathe", name="Bot") as room:
        room.press("1", "+", "2", "=")
        print(room.view["display"])
"""

import asyncio
import contextlib
import functools
import inspect
import json
import random
import re
import secrets
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from urllib.parse import quote, urlsplit

from websockets import ConnectionClosed, InvalidStatus, WebSocketException, connect

__all__ = ["ActionError", "CloseError", "Room", "SyncRoom", "join", "join_sync"]

# The server's reasons by close code.
REASONS = {
    1009: "frameSize", 1012: "restart", 4000: "frame", 4001: "notJoined", 4002: "joinTime", 4004: "noSuchRoom",
    4005: "roomName", 4006: "door", 4007: "full", 4008: "removed", 4009: "deleted", 4010: "setAside",
    4011: "rules", 4012: "order", 4013: "storage", 4014: "replaced", 4015: "spectators", 4016: "limit", 4017: "over",
    4018: "serverLimit",
}
# The reasons after which a client stays away (`follow.stop`). The last one is a response without a WebSocket.
FINAL_REASONS = {
    "frame", "frameSize", "notJoined", "noSuchRoom", "roomName", "door", "removed", "over", "deleted", "setAside",
    "refused",
}
# Actions that change the calculator, and actions of hosts that change it, too.
CALCULATOR_ACTIONS = {"press", "undo", "redo", "keypad", "recall", "type"}
HOST_ACTIONS = {"removeAndRewind", "showAnswer", "startOver"}
# Verdicts on an action whose number is not the pen's next, so that it remains undecided.
PEN_VERDICTS = {"pen", "gap"}
# At most so many actions are sent and undecided (`client.resend`).
SENT_MAX = 64
# Times in seconds (`follow.alive`, `follow.open`, `follow.wait`, `follow.missing`).
ALIVE_PERIOD, SILENCE_MAX, DOUBT_TIME, ANSWER_TIME, OPEN_TIME = 25, 10, 1, 3, 10
WAIT_MIN, WAIT_MAX, MISSING_ROOM_WAIT, RETRY_MAX = 0.5, 30, 60, 300
FRAME_BYTES_MAX = 1 << 24


class CloseError(Exception):
    """The end of a connection."""

    def __init__(self, why: str, code: int, will_retry: bool, message: str = ""):
        super().__init__(message or f"the connection ended: {why}")
        self.why, self.code, self.will_retry = why, code, will_retry


class ActionError(Exception):
    """An action that had no effect, or may have had none."""

    def __init__(self, why: str, action: dict):
        super().__init__(f"{json.dumps(action, ensure_ascii=False)}: {why}")
        self.why, self.action = why, action


async def join(address: str, **options) -> "Room":
    """Joins a room. Tries again until the server welcomes this client or turns it away for good."""
    room = Room(address, **options)
    try:
        await asyncio.shield(room._welcomed)
    except asyncio.CancelledError as error:
        if room.error:
            error.add_note(str(room.error))
        await room.leave()
        raise
    return room


def _quiet(future):
    """Keeps asyncio from reporting an exception that nobody awaits: the room also reports it as an event."""
    future.add_done_callback(lambda future: future.cancelled() or future.exception())
    return future


def _event_loop():
    return asyncio.get_running_loop()


class _Lost(Exception):
    """The client gives up the connection, to join again at once or after a wait."""

    def __init__(self, is_at_once=False):
        self.is_at_once = is_at_once


class _Outbox:
    """The actions that the room has not decided, and the pen that numbers them."""

    def __init__(self, report):
        self.report = report
        self.pending = []
        self._take_pen()

    def _take_pen(self):
        self.name = secrets.token_urlsafe(16)
        # The number of the pen in the room, known after its first welcome.
        self.pen = None
        # The last decided number. The first pending action has the next one, and the others follow.
        self.decided = 0
        # The last number that was sent on this connection, and the last one that was sent with this pen.
        self.sent = self.ever_sent = 0

    def add(self, action, why=None):
        """Adds an action, or fails if there is a reason not to."""
        entry = action, _quiet(_event_loop().create_future())
        if why:
            self._fail(entry, why)
        else:
            self.pending.append(entry)
        return entry[1]

    def next(self):
        """The next frame to send, or None. Presses share a frame."""
        actions = [action for action, _ in self.pending[self.sent - self.decided:SENT_MAX]]
        if not actions:
            return None
        count = next((index for index, action in enumerate(actions) if "press" not in action), len(actions))
        frame = {"n": self.sent + 1} | actions[0]
        if count > 1:
            frame["press"] = [action["press"] for action in actions[:count]]
        self.sent += max(1, count)
        self.ever_sent = max(self.ever_sent, self.sent)
        return frame

    def settle(self, event=None):
        """Removes the first action, because the room has decided it by this event, or by one that was missed."""
        entry = self.pending.pop(0)
        self.decided += 1
        self.sent = max(self.sent, self.decided)
        if event and "void" in event:
            self._fail(entry, event["void"])
        elif not entry[1].done():
            entry[1].set_result(event)

    def renew(self, is_unsure):
        """Takes a fresh pen. If the room may have decided the actions that were sent, they are not repeated."""
        count = self.ever_sent - self.decided if is_unsure else 0
        sent, self.pending = self.pending[:count], self.pending[count:]
        self._take_pen()
        for entry in sent:
            self._fail(entry, "unsure")
        if any(CALCULATOR_ACTIONS & action.keys() for action, _ in sent):
            self.withdraw()

    def withdraw(self):
        """Withdraws changes of the calculator that were never sent, as they may now mean something else."""
        count = self.ever_sent - self.decided
        rest, self.pending = self.pending[count:], self.pending[:count]
        for entry in rest:
            if CALCULATOR_ACTIONS & entry[0].keys():
                self._fail(entry, "unsent")
            else:
                self.pending.append(entry)

    def drop(self, why="unsent", is_deleted=False):
        """Ends all actions. `why` is the reason for those that were not sent."""
        count = self.ever_sent - self.decided
        entries, self.pending = self.pending, []
        for index, entry in enumerate(entries):
            if is_deleted and "delete" in entry[0] and not entry[1].done():
                entry[1].set_result(None)
            else:
                self._fail(entry, "unsure" if index < count else why)

    def _fail(self, entry, why):
        action, future = entry
        error = ActionError(why, action)
        if not future.done():
            future.set_exception(error)
        self.report(error)


class Room:
    """A room that this client has joined. `join` makes it; further options go to `websockets.connect`."""

    def __init__(
        self, address: str, *, name: str = "", make: str | dict | None = None, watch: bool = False,
        read: str | None = None, secret: str | None = None, **options,
    ):
        url = urlsplit(address)
        if not re.fullmatch("/rooms/[^/]+", url.path):
            raise ValueError("the address has the form https://HOST/rooms/NAME")
        self._address = url._replace(
            scheme=url.scheme.replace("http", "ws"), path=quote(url.path, safe="/%"), query="", fragment="").geturl()
        self._join = {"secret": secret or secrets.token_urlsafe(16), "name": name, "views": True}
        if watch:
            self._join["watch"] = True
        if make:
            self._join["make"] = {"keypad": make} if isinstance(make, str) else make
        self._options = options
        self.state, self.error = "connecting", None
        # The sequence number of the last event.
        self.seq = 0
        self.you = self.rules = self.view = None
        self.read = read
        self.people, self.count, self.watching = [], 0, 0
        self._listeners = {}
        self._outbox = _Outbox(lambda error: self._emit("failed", error))
        self._epoch = self._hold_timer = self._limit = None
        self._is_open = self._is_asking = False
        self._failures = self._fresh_pens = 0
        self._heard = self._due = 0
        self._tasks = set()
        self._changed, self._woken = asyncio.Event(), asyncio.Event()
        self._welcomed = _quiet(_event_loop().create_future())
        self.closed = _event_loop().create_future()
        self._runner = asyncio.create_task(self._run())

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.leave()

    def on(self, kind: str, listener: Callable) -> Callable[[], None]:
        """Calls a function or coroutine function for all later events of a kind. Returns a function that
        removes it."""
        self._listeners.setdefault(kind, []).append(listener)
        return lambda: self._listeners[kind].remove(listener)

    def press(self, *keys: str) -> Awaitable[list[dict | None]]:
        """Presses keys. The returned future has their events."""
        return self._act([{"press": key} for key in keys])

    def act(self, action: dict) -> Awaitable[dict | None]:
        """Sends any action of the protocol. The returned future has its event."""
        async def first(events):
            return (await events)[0]
        return _quiet(asyncio.ensure_future(first(self._act([action]))))

    async def views(self) -> AsyncIterator[dict]:
        """The view now, and after each change. Views that came in between are left out."""
        shown = None
        while self.state != "closed":
            if self.view is shown:
                await self._changed.wait()
            else:
                shown = self.view
                yield shown

    def wake(self):
        """Connects now, or checks the connection. Call it when the device has slept or its network has returned."""
        self._woken.set()
        if self._is_open:
            self._ask()

    async def leave(self):
        self._runner.cancel()
        await asyncio.wait([self._runner])

    def _act(self, actions):
        why = None
        if self._join.get("watch") or self.state == "closed":
            why = "unsent"
        elif self._is_open and self.you is None:
            why = "closed"
        outcomes = _quiet(asyncio.gather(*[self._outbox.add(action, why) for action in actions]))
        if self._is_open and _event_loop().time() - self._heard >= SILENCE_MAX:
            self._ask()
        self._flush()
        return outcomes

    def _flush(self):
        if self._is_open and not self._hold_timer:
            while frame := self._outbox.next():
                self._send(frame)

    def _send(self, message):
        self._outgoing.put_nowait(json.dumps(message))

    def _emit(self, kind, *values):
        for listener in self._listeners.get(kind, []):
            _event_loop().call_soon(self._call, listener, *values)
        if kind == "view" or self.state == "closed":
            self._changed.set()
            self._changed.clear()

    def _call(self, listener, *values):
        if inspect.isawaitable(result := listener(*values)):
            task = asyncio.ensure_future(result)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _enter(self, state, error=None):
        if state != self.state:
            self.state = state
            self._emit("state", state, error)

    async def _run(self):
        """Connects, and connects again, until the end."""
        try:
            while (error := await self._converse()) is None or error.will_retry:
                if error:
                    await self._wait_after(error)
            self._finish(error)
        except asyncio.CancelledError:
            self._finish(None)
        except Exception as error:
            self._finish(error)
            raise

    async def _wait_after(self, error):
        half = min(WAIT_MIN * 2 ** min(self._failures, 9), WAIT_MAX) / 2
        if error.why == "noSuchRoom":
            half = MISSING_ROOM_WAIT / 2
        least = min(self._bye.get("retry", 0) / 1000, RETRY_MAX)
        self._failures += 1
        self._woken.clear()
        self._enter("waiting", error)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), max(half, least) + half * random.random())

    def _finish(self, error):
        self._enter("closed", error)
        self._outbox.drop("unsent", getattr(error, "why", None) in ("deleted", "noSuchRoom"))
        if not self._welcomed.done():
            self._welcomed.set_exception(error or ConnectionError("this client left the room"))
        if not self.closed.done():
            self.closed.set_result(error)

    async def _converse(self):
        """One connection. Returns the reason of its end, or None to connect again at once."""
        self._enter("connecting")
        self._bye, self._outgoing = {}, asyncio.Queue()
        code, message = 1006, ""
        try:
            socket = await connect(
                self._address, subprotocols=["calcroom.v1"], open_timeout=OPEN_TIME, ping_interval=None,
                max_size=FRAME_BYTES_MAX, **self._options)
        except InvalidStatus as error:
            status = error.response.status_code
            retry = error.response.headers.get("Retry-After", "")
            self._bye = {"retry": 1000 * int(retry)} if retry.isdecimal() else {}
            if status not in (429, 500, 502, 503, 504):
                self._bye["why"] = "refused"
            return self._end(status, str(error))
        except (OSError, EOFError, WebSocketException) as error:
            return self._end(code, str(error))
        writer = asyncio.create_task(self._write(socket))
        try:
            since = {"since": {"epoch": self._epoch, "seq": self.seq}} if self._epoch else {}
            read = {"read": self.read} if self.read and self._join.get("watch") else {}
            self._send({"join": self._join | {"pen": self._outbox.name} | since | read})
            self._wait(OPEN_TIME)
            while True:
                self._receive(await self._next_frame(socket))
        except _Lost as lost:
            if lost.is_at_once:
                return None
        except ConnectionClosed as end:
            if end.rcvd:
                code, message = end.rcvd.code, end.rcvd.reason
        except asyncio.CancelledError:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(socket.close(), DOUBT_TIME)
            raise
        finally:
            writer.cancel()
            socket.transport.abort()
            self._is_open = self._is_asking = False
            self._release()
        return self._end(code, message)

    def _end(self, code, message):
        """The reason of a connection's end."""
        why = self._bye.get("why") or REASONS.get(code, "network")
        is_deleting = any("delete" in action for action, _ in self._outbox.pending)
        is_missing = why == "noSuchRoom" and self._epoch is not None and not is_deleting
        self.error = CloseError(why, code, is_missing or why not in FINAL_REASONS, message)
        return self.error

    async def _write(self, socket):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.send(await self._outgoing.get())

    async def _next_frame(self, socket):
        while True:
            try:
                async with asyncio.timeout_at(self._due) as self._limit:
                    return await socket.recv()
            except TimeoutError:
                # An action may have set another time at the last moment.
                if self._limit.when() == self._due:
                    self._miss_answer()
            finally:
                self._limit = None

    def _wait(self, time):
        """Sets the time of the next `_miss_answer`."""
        self._due = _event_loop().time() + time
        if self._limit and not self._limit.expired():
            self._limit.reschedule(self._due)

    def _miss_answer(self):
        if not self._is_open or self.state == "doubtful":
            raise _Lost
        if self._is_asking:
            self._wait(ANSWER_TIME - DOUBT_TIME)
            self._enter("doubtful")
        else:
            self._ask()

    def _ask(self):
        """Checks that the connection is alive."""
        if not self._is_asking:
            self._is_asking = True
            self._send({"alive": 1})
            self._wait(DOUBT_TIME)

    def _trust(self, time=ALIVE_PERIOD):
        """Asks again later."""
        self._is_asking = False
        self._enter("joined")
        self._wait(time)

    def _receive(self, data):
        try:
            frame = json.loads(data)
        except ValueError:
            raise _Lost from None
        self._heard = _event_loop().time()
        if "bye" in frame:
            self._bye = frame["bye"]
        elif "welcome" in frame:
            self._begin(**frame["welcome"])
        elif not self._is_open:
            return
        elif "events" in frame:
            self._follow(frame["seq"], frame["events"])
        elif "here" in frame:
            self._list(**frame["here"])
        elif "alive" in frame:
            self._trust()
        elif "throttled" in frame:
            self._trust(min(frame["throttled"].get("retry", 0) / 1000, RETRY_MAX))
        elif "refused" in frame:
            self._hold(frame["refused"])
        if self._is_open:
            self._show(**frame)
            self._flush()

    def _hold(self, refused):
        """Sends nothing for a while, and then everything from the refused action on."""
        outbox = self._outbox
        outbox.sent = max(outbox.decided, min(outbox.sent, refused["n"] - 1))
        self._release()
        self._hold_timer = _event_loop().call_later(min(refused.get("retry", 0) / 1000, RETRY_MAX), self._release)

    def _release(self):
        if self._hold_timer:
            self._hold_timer.cancel()
            self._hold_timer = None
            self._flush()

    def _begin(self, epoch, seq, rules, you=None, pen=None, last=None, events=None, view=None, read=None, **_):
        outbox, decided = self._outbox, last or 0
        if you is not None:
            is_same = outbox.pen is None or ((you, pen) == (self.you, outbox.pen) and last is not None)
            if not is_same or decided > outbox.ever_sent:
                self._renew_pen(is_unsure=True)
            # The server lost events, so the room cannot have decided the pending actions.
            if decided < outbox.decided:
                self._renew_pen(is_unsure=False)
        is_return = self._epoch is not None and not self._is_open
        if events is not None:
            missed = [event for at, event in enumerate(events, seq - len(events) + 1) if at > self.seq]
            others_acted = any(
                event.get("by") != you and "void" not in event and (CALCULATOR_ACTIONS | HOST_ACTIONS) & event.keys()
                for event in missed)
        else:
            others_acted = epoch != self._epoch or seq - self.seq > decided - outbox.decided
        self.you, self.rules, outbox.pen, self._epoch = you, rules, pen, epoch
        self._join.pop("make", None)
        if not self._is_open:
            outbox.sent, self._is_open = outbox.decided, True
        if events is None:
            self.seq = seq
        else:
            self._follow(seq - len(events) + 1, events)
        while outbox.decided < decided:
            outbox.settle()
        if is_return and others_acted:
            outbox.withdraw()
        # Without a number this client only watches, because the room is closed.
        if you is None:
            outbox.renew(is_unsure=True)
            outbox.drop("closed")
        self._failures = self._fresh_pens = 0
        self._trust()
        self._show(view, read)
        if not self._welcomed.done():
            self._welcomed.set_result(None)

    def _renew_pen(self, is_unsure):
        """Joins with a fresh pen: the first two at once, later ones after a wait, in case this never ends."""
        self._is_open = False
        self._outbox.renew(is_unsure)
        self._fresh_pens += 1
        raise _Lost(is_at_once=self._fresh_pens <= 2)

    def _follow(self, first, events):
        """Follows the events from this sequence number on."""
        outbox, at = self._outbox, None
        if first > self.seq + 1:
            raise _Lost
        for seq, event in enumerate(events, first):
            at = event.get("at", at)
            if seq <= self.seq:
                continue
            self.seq = seq
            whole = {"seq": seq, "at": at} | event
            is_applied = "void" not in event
            self._emit("event", whole)
            if "name" in event and is_applied:
                self._rename(event["by"], event["name"])
            if (event.get("by"), event.get("pen", 0), event.get("n")) == (self.you, outbox.pen, outbox.decided + 1):
                # Another client uses the pen, or the room has forgotten it.
                if event["n"] > outbox.ever_sent:
                    self._renew_pen(is_unsure=True)
                if event.get("void") in PEN_VERDICTS:
                    self._renew_pen(is_unsure=False)
                outbox.settle(whole)
            if "open" in event and is_applied and self.you is None and not self._join.get("watch"):
                raise _Lost

    def _rename(self, number, name):
        if any(person["who"] == number for person in self.people):
            self.people = [person | {"name": name} if person["who"] == number else person for person in self.people]
            self._emit("people", self.people)

    def _list(self, all=None, came=(), gone=(), count=None, watching=0, **_):
        left = {*gone, *(person["who"] for person in came)}
        people = [person for person in self.people if person["who"] not in left] + [*came] if all is None else all
        if self.you is not None and not any(person["who"] == self.you for person in people):
            people = [*people, {"who": self.you, "name": self._join["name"]}]
        self.people, self.count, self.watching = people, len(people) if count is None else count, watching
        self._emit("people", people)

    def _show(self, view=None, read=None, **_):
        self.read = read or self.read
        if view and view != self.view:
            self.view = view
            self._emit("view", view)


@functools.cache
def _background():
    """The event loop of all synchronous rooms, in a thread of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="calcroom", daemon=True).start()
    return loop


def _wait_for(function, *arguments, timeout=None):
    """Calls a function on the background loop, and waits for what it returns."""
    async def call():
        result = function(*arguments)
        return await result if inspect.isawaitable(result) else result
    future = asyncio.run_coroutine_threadsafe(call(), _background())
    try:
        return future.result(timeout)
    except BaseException:
        future.cancel()
        raise


class SyncRoom:
    """A room for programs without `await`. Its methods wait until the room has decided; its attributes are those
    of `Room`, and listeners run in another thread."""

    def __init__(self, address, timeout, options):
        self._room = _wait_for(functools.partial(Room, address, **options))
        try:
            _wait_for(lambda: asyncio.shield(self._room._welcomed), timeout=timeout)
        except TimeoutError:
            self.leave()
            raise TimeoutError(f"not joined: {self._room.error or 'no answer'}") from None
        except BaseException:
            self.leave()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()

    def __getattr__(self, name):
        return getattr(self._room, name)

    def press(self, *keys: str, timeout: float | None = None) -> list[dict | None]:
        return _wait_for(self._room.press, *keys, timeout=timeout)

    def act(self, action: dict, timeout: float | None = None) -> dict | None:
        return _wait_for(self._room.act, action, timeout=timeout)

    def views(self) -> Iterator[dict]:
        views = self._room.views()
        with contextlib.suppress(StopAsyncIteration):
            while True:
                yield _wait_for(views.__anext__)

    def wake(self):
        _wait_for(self._room.wake)

    def leave(self):
        _wait_for(self._room.leave)


def join_sync(address: str, *, timeout: float | None = 30, **options) -> SyncRoom:
    """Joins a room like `join`, within `timeout` seconds."""
    return SyncRoom(address, timeout, options)
