"""A proxy between clients and a server that injects faults, chosen by a seed."""

import asyncio
import contextlib
import json
import random
import secrets
import threading
from collections import Counter

from websockets import WebSocketException, connect

# How often each fault occurs in a round. All but `delay`, `copy` and `forget` end a connection.
FAULTS = {
    "drop": 4,  # without passing the data on
    "lose": 4,  # after passing the data on, so that the reply is lost
    "cut": 4,  # in the middle of the data
    "mute": 3,  # after a time when only the client's data passes
    "refuse": 2,  # and the next two connections at once
    "late": 6,  # and the data arrive after the client has been welcomed again
    "delay": 3,
    "copy": 3,  # what the client sends also arrives on another connection
    "kill": 2,  # kills the server, which has stored the data, and starts it again
    "stop": 1,  # the same, but lets the server end
    "forget": 4,  # the room forgets the pens of all writers
    "expel": 4,  # the same, after passing the data on, so that the reply is lost
}
# These need actions from a client.
WITH_ACTIONS = {"lose", "mute", "late", "kill", "stop", "forget", "expel"}
# The number of pens of a participant that a room knows (`room.pens`).
PENS_MAX = 8
# One fault in so many pieces of data.
PERIOD = 6
MUTE_TIME = 0.02
DELAY_MAX = 0.02


class Connection:
    def __init__(self, client, server):
        self.client, self.servers = client, [server]
        # The pieces of data from the client. The first two are handshake and join.
        self.count = 0
        self.is_mute = False

    def abort(self):
        for writer in [self.client, *self.servers]:
            writer.transport.abort()


class Proxy:
    """Passes connections on. After `begin` it injects a round of faults, and then none."""

    def __init__(self, server, seed):
        self.server, self.random = server, random.Random(seed)
        self.counts, self.faults, self.refusals = Counter(), [], 0
        # Data that have not arrived yet, and the connections to the server that they are for.
        self.late = []
        # The room, and the secrets of its writers.
        self.path, self.secrets = "/rooms/faults", []
        self.connections, self.tasks = set(), set()
        self.restart = None
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.listener = self._run(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.room = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}{self.path}"

    def begin(self, secrets):
        self.secrets = secrets
        faults = [fault for fault, count in FAULTS.items() for _ in range(count)]
        self.random.shuffle(faults)
        # After the last one the room knows all pens, so that nothing conceals its effects.
        self.faults = sorted(faults, key=lambda fault: fault == "kill")

    @property
    def forgettings(self):
        """How often pens were forgotten."""
        return self.counts["forget"] + self.counts["expel"]

    def close(self):
        self._run(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    def _run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def _end(self):
        self.faults = []
        self.listener.close()
        for connection in list(self.connections):
            connection.abort()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _start(self, work):
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _accept(self, reader, writer):
        if self.refusals:
            self.refusals -= 1
            return writer.transport.abort()
        if self.late:
            # Others act before the client has joined again.
            await asyncio.sleep(MUTE_TIME)
        try:
            from_server, to_server = await self._connect()
        except OSError:
            return writer.transport.abort()
        connection = Connection(writer, to_server)
        self.connections.add(connection)
        await asyncio.gather(self._pump(connection, reader, True), self._pump(connection, from_server, False))
        connection.abort()
        self.connections.discard(connection)

    def _connect(self):
        return asyncio.open_connection("127.0.0.1", self.server.port)

    async def _pump(self, connection, reader, is_from_client):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._pass(connection, data, is_from_client)
        connection.abort()

    async def _pass(self, connection, data, is_from_client):
        if self.late and not is_from_client and b'{"welcome"' in data:
            await self._deliver(*self.late.pop())
        connection.count += is_from_client
        fault = self._fault(connection.count if is_from_client else 0)
        if fault == "delay":
            await asyncio.sleep(self.random.uniform(0, DELAY_MAX))
        elif fault == "cut":
            data = data[:self.random.randrange(len(data))]
        elif fault == "copy":
            await self._copy(connection)
        elif fault == "mute":
            connection.is_mute = True
            self.loop.call_later(MUTE_TIME, connection.abort)
        elif fault == "forget":
            await self._forget()
        if fault == "late":
            self.late.append((connection.servers, data))
            connection.servers = []
            connection.is_mute = True
        elif fault != "drop":
            await self._write(connection, data, is_from_client)
        if fault in ("expel", "kill", "stop"):
            connection.is_mute = True
        if fault == "expel":
            await self._forget()
        elif fault in ("kill", "stop"):
            await asyncio.sleep(MUTE_TIME)
        if fault in ("drop", "lose", "cut", "refuse", "late", "kill", "stop", "expel"):
            connection.abort()
        if fault == "refuse":
            self.refusals = 2
        elif fault in ("kill", "stop"):
            await self._restart(self.server.kill if fault == "kill" else self.server.stop)

    def _fault(self, count):
        """The next fault that suits the client's piece of data with this number; 0 for data from the server."""
        if count == 1 and "copy" in self.faults:
            # A copy has the whole connection: the room could have forgotten the pen of an earlier part.
            fault = "copy"
        elif self.random.randrange(PERIOD):
            return None
        else:
            suited = (fault for fault in self.faults if fault != "copy" and (count > 2 or fault not in WITH_ACTIONS))
            fault = next(suited, None)
        if fault:
            self.faults.remove(fault)
            self.counts[fault] += 1
        return fault

    async def _write(self, connection, data, is_from_client):
        if not is_from_client and connection.is_mute:
            return
        for writer in connection.servers if is_from_client else [connection.client]:
            with contextlib.suppress(OSError):
                writer.write(data)
                await writer.drain()

    async def _copy(self, connection):
        """Opens another connection to the server, which receives the same data."""
        with contextlib.suppress(OSError):
            reader, writer = await self._connect()
            connection.servers.append(writer)
            self._start(self._drain(reader))

    async def _drain(self, reader):
        with contextlib.suppress(OSError):
            while await reader.read(65536):
                pass

    async def _deliver(self, writers, data):
        """Sends data on a connection whose client is gone, and gives the server time to handle it."""
        for writer in writers:
            writer.write(data)
        await asyncio.sleep(MUTE_TIME)
        for writer in writers:
            writer.transport.abort()

    async def _forget(self):
        await asyncio.gather(*map(self._take_pens, self.secrets))

    async def _take_pens(self, secret):
        """Joins with as many other pens of a participant as the room knows, one after the other."""
        address = f"ws://127.0.0.1:{self.server.port}{self.path}"
        for _ in range(PENS_MAX):
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(address, subprotocols=["calcroom.v1"], proxy=None) as socket:
                    await socket.send(json.dumps({"join": {"secret": secret, "pen": secrets.token_urlsafe(16)}}))
                    await socket.recv()

    async def _restart(self, end):
        """Ends the server and starts it again. If two connections want that at once, it happens once."""
        if not self.restart:
            self.restart = self.loop.create_task(asyncio.to_thread(self._restart_now, end))
        await self.restart
        self.restart = None

    def _restart_now(self, end):
        end()
        self.server.start()
