"""One connection that sends as much as the server takes, of every kind of nonsense, and comes again when it is closed."""
import base64
import os
import socket
import struct
import sys

KINDS = {
    "commands": [b'{"v":1,"id":%d,"type":"LOBBY"}' % i for i in range(1, 200)],
    "garbage": [b"{" * 2000, b'{"v":1,"id":1e999,"type":"ACT"}', b"[" * 500, b"\xff\xfe" * 100, b'"' + b"\\u0000" * 300],
    "pings": None,
}
TEXT, PING = 1, 9


def frame(opcode, payload):
    """A client's frame with a mask of zeros."""
    size = len(payload)
    head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else bytes([0x80 | opcode, 0xFE]) + struct.pack(">H", size)
    return head + bytes(4) + payload


def connect(address, port):
    connection = socket.create_connection((address, port))
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall(f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    connection.recv(4096)
    return connection


def main():
    port, kind = int(sys.argv[1]), sys.argv[2]
    frames = [frame(TEXT, text) for text in KINDS[kind]] if KINDS[kind] else [frame(PING, bytes(125))]
    block = b"".join(frames * (65536 // len(b"".join(frames)) + 1))
    while True:
        try:
            connection = connect("127.0.0.1", port)
            while True:
                connection.sendall(block)
        except OSError:
            pass  # closed, as it should be


main()
