"""Sockets and WebSockets for attacks and measurements."""

import contextlib
import ctypes
import json
import re
import socket
import ssl
import struct
import time

HANDSHAKE = ("GET /rooms/{room} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
             "Upgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Protocol: calcroom.v1\r\n\r\n")
TEXT, PING, PONG = 1, 9, 10
REFUSAL = re.compile(rb'"refused":\{"n":(\d+),[^}]*"retry":(\d+)')


# True while the servers use TLS.
is_secure = False


def connect(port, address, receive_buffer=None):
    one = connect_plainly(port, address, receive_buffer)
    if not is_secure:
        return one
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(one)


def connect_plainly(port, address, receive_buffer=None):
    one = socket.socket()
    if receive_buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    # Without this option `bind` would reserve a port for all destinations.
    one.setsockopt(socket.IPPROTO_IP, 24, 1)
    one.bind((address, 0))
    one.settimeout(10)
    one.connect(("127.0.0.1", port))
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return one


def frame(code, data=b"", is_final=True):
    """A masked frame. The mask of zeros leaves the data as they are."""
    count = len(data)
    size = bytes([0x80 | count]) if count < 126 else bytes([0xFE]) + struct.pack(">H", count)
    return bytes([(0x80 if is_final else 0) | code]) + size + bytes(4) + data


def join(name, watch=False, views=False):
    more = {"watch": True} if watch else {"make": {"keypad": "standard"}}
    if views:
        more["views"] = True
    return {"join": {"secret": name.ljust(22, "-"), **more}}


def text_frame(message):
    return frame(TEXT, json.dumps(message, separators=(",", ":")).encode())


class KeyChanger:
    """A TLS client that changes its keys. Python's `ssl` cannot, so this uses OpenSSL itself."""

    openssl = ctypes.CDLL("libssl.so.3")
    for function in ("TLS_client_method", "SSL_CTX_new", "SSL_new", "BIO_s_mem", "BIO_new"):
        getattr(openssl, function).restype = ctypes.c_void_p

    def __init__(self, port, address):
        pointer = ctypes.c_void_p
        context = pointer(self.openssl.SSL_CTX_new(pointer(self.openssl.TLS_client_method())))
        self.connection = pointer(self.openssl.SSL_new(context))
        self.openssl.SSL_CTX_free(context)
        self.socket = connect_plainly(port, address)
        self.socket.settimeout(None)
        self.openssl.SSL_set_fd(self.connection, self.socket.fileno())
        if self.openssl.SSL_connect(self.connection) != 1:
            raise ConnectionError("no handshake")
        # Writes to memory from now on, to send much at once.
        self.memory = pointer(self.openssl.BIO_new(pointer(self.openssl.BIO_s_mem())))
        self.openssl.SSL_set0_wbio(self.connection, self.memory)

    def write(self, data):
        self.openssl.SSL_write(self.connection, data, len(data))

    def change_keys(self):
        self.openssl.SSL_key_update(self.connection, 0)
        self.openssl.SSL_do_handshake(self.connection)

    def send(self):
        """Sends everything that was written since the last call."""
        data = ctypes.create_string_buffer(1 << 20)
        self.socket.sendall(data.raw[:max(0, self.openssl.BIO_read(self.memory, data, len(data)))])

    def read(self):
        self.openssl.SSL_read(self.connection, ctypes.create_string_buffer(65_536), 65_536)

    def __del__(self):
        self.openssl.SSL_free(self.connection)


class Client:
    """A WebSocket that has sent its join."""

    def __init__(self, port, room, name, address="127.0.0.1", watch=False, views=False):
        self.socket = connect(port, address)
        self.waiting = b""
        self.socket.sendall(HANDSHAKE.format(room=room, port=port).encode())
        while b"\r\n\r\n" not in self.waiting:
            self._fill()
        head, self.waiting = self.waiting.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
        self.send(text_frame(join(name, watch, views)))

    def send(self, data):
        self.socket.sendall(data)

    def hear(self):
        """The next text; answers pings."""
        while True:
            code, data = self._read(1)[0] & 15, b""
            count = self._read(1)[0]
            if count >= 126:
                count = int.from_bytes(self._read(2 if count == 126 else 8), "big")
            data = self._read(count)
            if code == PING:
                self.send(frame(PONG, data))
            elif code == TEXT:
                return data.decode()

    def hear_until(self, part):
        while part not in (text := self.hear()):
            pass
        return text

    def _read(self, count):
        while len(self.waiting) < count:
            self._fill()
        data, self.waiting = self.waiting[:count], self.waiting[count:]
        return data

    def _fill(self):
        data = self.socket.recv(65_536)
        if not data:
            raise ConnectionError("closed")
        self.waiting += data


class Actor:
    """A client that sends actions as fast as it may. `message` makes a frame with `count` actions from the number of the
    first one."""

    def __init__(self, client, message, count=1):
        self.socket, self.message, self.count = client.socket, message, count
        self.next, self.resume = 1, 0
        client.hear_until('"welcome"')
        self.socket.setblocking(False)

    def act(self):
        """Reads the answers, and sends a frame unless the server asked to wait."""
        with contextlib.suppress(BlockingIOError):
            while found := REFUSAL.search(self.socket.recv(1 << 20)):
                self.next, self.resume = int(found[1]), time.monotonic() + int(found[2]) / 1_000
        if time.monotonic() < self.resume:
            return
        with contextlib.suppress(BlockingIOError):
            self.socket.send(text_frame({"n": self.next, **self.message(self.next)}))
            self.next += self.count
