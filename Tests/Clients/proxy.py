"""A proxy between clients and a server that injects faults, chosen by a seed."""

import asyncio
import contextlib
import random
import threading
from collections import Counter

# The faults and their weights. All but `delay` and `copy` end a connection.
FAULTS = {
    "drop": 10,  # without passing the data on
    "lose": 10,  # after passing the data on, so that the reply is lost
    "cut": 10,  # in the middle of the data
    "mute": 6,  # after a time when only the client's data passes
    "refuse": 4,  # and the next two connections at once
    "repeat": 6,  # and a copy of everything that the client has sent arrives on another connection
    "delay": 10,
    "copy": 6,  # what the client sends also arrives on another connection
    "kill": 3,  # kills the server, and starts it again
}
# One fault in so many pieces of data.
PERIOD = 6
MUTE_TIME = 0.02
DELAY_MAX = 0.02


class Connection:
    def __init__(self, client, server):
        self.client, self.servers = client, [server]
        self.sent = bytearray()
        self.is_mute = False

    def abort(self):
        for writer in [self.client, *self.servers]:
            writer.transport.abort()


class Proxy:
    """Passes connections on. After `begin` it injects a number of faults, and then none."""

    def __init__(self, server, seed):
        self.server, self.random = server, random.Random(seed)
        self.counts, self.left, self.refusals = Counter(), 0, 0
        self.connections, self.tasks = set(), set()
        self.restart = None
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.listener = self._run(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}"

    def begin(self, count):
        self.left = count

    def close(self):
        self._run(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    def _run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def _end(self):
        self.left = 0
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
        fault = self._fault()
        if fault == "delay":
            await asyncio.sleep(self.random.uniform(0, DELAY_MAX))
        elif fault == "cut":
            data = data[:self.random.randrange(len(data))]
        elif fault == "copy":
            self._start(self._copy(connection))
        elif fault == "mute":
            connection.is_mute = True
            self.loop.call_later(MUTE_TIME, connection.abort)
        if fault != "drop":
            await self._write(connection, data, is_from_client)
        if fault in ("drop", "lose", "cut", "refuse", "repeat", "kill"):
            connection.abort()
        if fault == "refuse":
            self.refusals = 2
        elif fault == "repeat":
            self._start(self._repeat(bytes(connection.sent)))
        elif fault == "kill":
            await self._restart()

    def _fault(self):
        if not self.left or self.random.randrange(PERIOD):
            return None
        fault, = self.random.choices(list(FAULTS), FAULTS.values())
        self.left -= 1
        self.counts[fault] += 1
        return fault

    async def _write(self, connection, data, is_from_client):
        if is_from_client:
            connection.sent += data
        elif connection.is_mute:
            return
        for writer in connection.servers if is_from_client else [connection.client]:
            with contextlib.suppress(OSError):
                writer.write(data)
                await writer.drain()

    async def _copy(self, connection):
        """Opens another connection to the server, which receives the same data."""
        with contextlib.suppress(OSError):
            reader, writer = await self._connect()
            writer.write(connection.sent)
            connection.servers.append(writer)
            while await reader.read(65536):
                pass
            writer.transport.abort()

    async def _repeat(self, data):
        """Sends data to the server on a connection of its own, and reads what the server answers for a while."""
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await self._connect()
            writer.write(data)
            async with asyncio.timeout(DELAY_MAX):
                while await reader.read(65536):
                    pass
            writer.transport.abort()

    async def _restart(self):
        """Kills the server and starts it again. If two connections want that at once, it happens once."""
        if not self.restart:
            self.restart = self.loop.create_task(asyncio.to_thread(self._restart_now))
        await self.restart
        self.restart = None

    def _restart_now(self):
        self.server.kill()
        self.server.start()
