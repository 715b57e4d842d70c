"""A server whose every frame a test chooses."""

import json
import queue
import threading

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

LIMIT = 20
EPOCH = "9f2c018877665544"


class Conversation:
    """A connection, with its join."""

    def __init__(self, socket):
        self.socket = socket
        self.join = self.hear()["join"]

    def hear(self):
        """The next frame."""
        return json.loads(self.socket.recv(timeout=LIMIT))

    def say(self, **frame):
        self.socket.send(json.dumps(frame))
        return self

    def welcome(self, **members):
        """Sends a welcome with a snapshot. `events` replaces it."""
        contents = {} if "events" in members else {"snapshot": ""}
        view = {"display": "0", "expression": "", "keypad": "standard"}
        return self.say(welcome={
            "rules": 6, "you": 1, "pen": 0, "last": None, "epoch": EPOCH, "seq": 2, "hash": "0" * 16,
            "read": "0" * 32, "view": view} | contents | members)

    def close(self, code, reason="", **bye):
        if bye:
            self.say(bye=bye)
        self.socket.close(code, reason)

    def hang_up(self):
        """Ends the connection without a close frame."""
        self.socket.socket.shutdown(2)

    def is_over(self):
        """Waits until the client has ended the connection."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            return True


class ScriptedServer:
    def __init__(self):
        self.sockets = queue.Queue()
        # Statuses and headers of the next responses without a WebSocket.
        self.refusals = []
        self.server = serve(
            self._keep, "127.0.0.1", 0, subprotocols=["calcroom.v1"], close_timeout=1, process_request=self._refuse)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}/rooms/a"

    def _keep(self, socket):
        """Keeps a connection until it is closed."""
        self.sockets.put(socket)
        socket.recv_events_thread.join()

    def _refuse(self, connection, request):
        if self.refusals:
            status, headers = self.refusals.pop(0)
            response = connection.respond(status, "not now")
            response.headers.update(headers)
            return response

    def accept(self):
        return Conversation(self.sockets.get(timeout=LIMIT))

    def welcome(self, **members):
        return self.accept().welcome(**members)

    def end(self):
        self.server.shutdown()
