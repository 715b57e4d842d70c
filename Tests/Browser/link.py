"""A link between page and server that can be cut, or go dead without a sign."""

import asyncio
import threading


class Link:
    """Passes connections on to a port.

    `cut` closes all connections and refuses others. `swallow` leaves them open, but nothing arrives any
    more, as when a phone leaves its network. After `heal` new connections pass; swallowed ones stay dead,
    as some of their bytes are lost. `change` receives the bytes that pass, and returns those that arrive,
    or None to end the connection.
    """

    def __init__(self, port):
        self.target = port
        self.is_cut = self.swallows = False
        self.change = lambda data: data
        self.writers = []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.listener = self._run(asyncio.start_server(self._pass, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}"

    def cut(self):
        self.is_cut = True
        self._run(self._close_all())

    def swallow(self):
        self.swallows = True

    def heal(self):
        self.is_cut = self.swallows = False

    def close(self):
        self.cut()
        self._run(self._stop_listening())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(timeout=10)
        self.loop.close()

    def _run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=10)

    async def _stop_listening(self):
        self.listener.close()
        await self.listener.wait_closed()

    async def _close_all(self):
        for writer in self.writers:
            writer.close()
        self.writers.clear()

    async def _pass(self, reader, writer):
        if self.is_cut:
            writer.close()
            return
        self.writers.append(writer)
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except ConnectionRefusedError:
            writer.close()
            return
        if writer.is_closing():
            # The link was cut before the server answered.
            server_writer.close()
            return
        self.writers.append(server_writer)
        dead = [False]
        await asyncio.gather(
            self._pump(reader, server_writer, dead), self._pump(server_reader, writer, dead)
        )

    async def _pump(self, reader, writer, dead):
        try:
            while data := await reader.read(65536):
                dead[0] = dead[0] or self.swallows
                if dead[0]:
                    continue
                changed = self.change(data)
                if changed is None:
                    break
                writer.write(changed)
        except ConnectionError:
            pass
        if not dead[0]:
            writer.close()
