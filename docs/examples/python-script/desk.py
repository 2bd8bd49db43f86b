"""Connects to a running desk. Needs Python 3.9 or newer and the package "websockets" (Debian: python3-websockets)."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import sys

import websockets

FORM = re.compile(r"http://((?:127\.0\.0\.1|localhost):\d+)/\S*#g=([\w-]+)")
found = FORM.fullmatch(os.environ.get("SHOWDESK_GRANT", "").strip())
if found is None:
    print(
        "Put the address that Settings > Access gave you into SHOWDESK_GRANT: http://127.0.0.1:PORT/#g=...",
        file=sys.stderr,
    )
    sys.exit(2)
HOST, SECRET = found.groups()
# The desk is on this machine: no proxy is asked.
os.environ["no_proxy"] = "127.0.0.1,localhost"


class DeskError(Exception):
    """What the desk refused: `code`, `message` and, after a 429, `retry_after` in seconds."""

    def __init__(self, code, message, retry_after=None):
        super().__init__(f"{message} ({code})")
        self.code = code
        self.retry_after = retry_after


def lost():
    """Nobody knows whether the desk did what it was asked last."""
    return DeskError("connection_lost", "The connection to the desk ended.")


def sha256(data):
    return hashlib.sha256(data).digest()


def mac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def attributes(message):
    return {part[:1]: part[2:] for part in message.split(",")}


async def log_in(ask):
    """SCRAM-SHA-256 (RFC 5802, RFC 7677): the grant is proved and never sent, and the desk proves itself too, so a
    program that took its port learns nothing. The password is the SHA-256 of the grant, the user name the SHA-256 of
    that, at the address. `ask` sends a text and answers the next one. Raises ValueError."""
    password = hashlib.sha256(SECRET.encode()).hexdigest().encode()
    nonce = base64.b64encode(secrets.token_bytes(24)).decode()
    bare = f"n={hashlib.sha256(password).hexdigest()[:32]}@{HOST},r={nonce}"
    first = await ask(f"n,,{bare}")
    said = attributes(first)
    if "e" in said:
        raise ValueError(f"It says {said['e']}.")
    whole, rounds = said.get("r", ""), int(said.get("i", "0"))
    if not whole.startswith(nonce) or whole == nonce or not 4096 <= rounds <= 100_000:
        raise ValueError("It is not the desk.")
    salted = hashlib.pbkdf2_hmac("sha256", password, base64.b64decode(said.get("s", "")), rounds)
    client_key = mac(salted, "Client Key")
    message = f"{bare},{first},c=biws,r={whole}"
    proof = bytes(a ^ b for a, b in zip(client_key, mac(sha256(client_key), message)))
    last = attributes(await ask(f"c=biws,r={whole},p={base64.b64encode(proof).decode()}"))
    if "e" in last:
        raise ValueError(f"It says {last['e']}.")
    if not hmac.compare_digest(base64.b64decode(last.get("v", "")), mac(mac(salted, "Server Key"), message)):
        raise ValueError("It is not the desk.")


class Desk:
    """One connection: `async with Desk() as desk`. `on_event(name, payload)` hears what the grant may hear."""

    def __init__(self, on_event=lambda name, payload: None):
        self._on_event = on_event
        self._asked = {}
        self._last_id = 0

    async def __aenter__(self):
        try:
            self._socket = await websockets.connect(
                f"ws://{HOST}/bridge", subprotocols=["showdesk.v1", "scram-sha-256"], max_size=None
            )
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            raise DeskError("not_connected", f"No desk at {HOST} takes this grant.") from error
        try:
            await log_in(self._ask)
        except (OSError, ValueError, TypeError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            await self._socket.close()
            raise DeskError("not_connected", f"No desk at {HOST} takes this grant. {error}") from error
        self.closed = asyncio.create_task(self._read())
        return self

    async def _ask(self, text):
        await self._socket.send(text)
        return await asyncio.wait_for(self._socket.recv(), 10)

    async def __aexit__(self, *_):
        await self._socket.close()
        await self.closed

    async def _read(self):
        try:
            async for text in self._socket:
                frame = json.loads(text)
                if "id" not in frame:
                    self._on_event(frame["method"], frame["params"])
                    continue
                waiting = self._asked.pop(frame["id"], None)
                if waiting is None or waiting.done():
                    continue
                if "error" in frame:
                    data = frame["error"]["data"]
                    after = data.get("retryAfterMs")
                    waiting.set_exception(
                        DeskError(data["code"], data["message"], None if after is None else -(-after // 1000))
                    )
                else:
                    waiting.set_result(frame["result"])
        except websockets.ConnectionClosed:
            pass
        finally:
            for waiting in self._asked.values():
                if not waiting.done():
                    waiting.set_exception(lost())
            self._asked.clear()

    async def call(self, method, **params):
        """The result of a method; raises DeskError."""
        if self.closed.done():
            raise lost()
        self._last_id += 1
        answer = asyncio.get_running_loop().create_future()
        self._asked[self._last_id] = answer
        frame = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        try:
            await self._socket.send(json.dumps(frame))
        except websockets.ConnectionClosed as error:
            raise lost() from error
        return await answer
