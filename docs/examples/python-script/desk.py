"""Connects to a running desk. Needs Python 3.9 or newer and the package "websockets" (Debian: python3-websockets)."""

import asyncio
import json
import os
import re
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


class Desk:
    """One connection: `async with Desk() as desk`. `on_event(name, payload)` hears what the grant may hear."""

    def __init__(self, on_event=lambda name, payload: None):
        self._on_event = on_event
        self._asked = {}
        self._last_id = 0

    async def __aenter__(self):
        try:
            self._socket = await websockets.connect(
                f"ws://{HOST}/bridge", subprotocols=["showdesk.v1", f"bearer.{SECRET}"], max_size=None
            )
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            raise DeskError("not_connected", f"No desk at {HOST} takes this grant.") from error
        self.closed = asyncio.create_task(self._read())
        return self

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
