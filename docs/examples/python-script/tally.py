"""Prints the tally of a poll whenever it changes. Takes a grant of scope `read`.

SHOWDESK_GRANT=... python3 tally.py [ID OF THE POLL]
"""

import asyncio
import sys
import uuid

from desk import Desk, DeskError

page = str(uuid.uuid4())
key = None
shown = None


def poll_in(data):
    """The platform doesn't say how it writes a tally. This finds {question, options, tally}; change it for yours."""
    if isinstance(data, dict):
        if isinstance(data.get("tally"), dict) and isinstance(data.get("options"), list):
            return data
        data = list(data.values())
    if isinstance(data, list):
        return next((poll for poll in map(poll_in, data) if poll), None)
    return None


def show(value):
    global shown
    poll = poll_in(value.get("answer", {}).get("data"))
    text = "No tally was read yet."
    if poll is not None:
        counts = [f"{one['text']} {poll['tally'].get(one['id'], '?')}" for one in poll["options"]]
        text = f"{poll['question']} {', '.join(counts)}"
    # A wait or an error says nothing about the poll: the last tally stays, and the line says why it is not newer.
    why = value.get("waiting") or value.get("error", {}).get("code")
    line = text if why is None else f"{text} (not newer: {why})"
    if line != shown:
        print(line, flush=True)
    shown = line


def hear(event, payload):
    if event == "live.value" and payload["key"] == key:
        show(payload)


async def follow(desk):
    global key
    poll = sys.argv[1] if len(sys.argv) > 1 else None
    if poll is None:
        environment = (await desk.call("desk.info"))["environment"]
        poll = (await desk.call("broadcast.get", environment=environment)).get("poll", {}).get("id")
    if poll is None:
        print("No poll is chosen at the desk.", file=sys.stderr, flush=True)
        return
    watch = {"operation": "POST /api/vote/embed/get", "body": {"embedId": poll}, "pace": "tally"}
    value = (await desk.call("live.follow", page=page, visible=True, watches=[watch]))["values"][0]
    key = value["key"]
    show(value)


async def main():
    global shown
    pause = 0.25
    told = False
    while True:
        try:
            async with Desk(hear) as desk:
                pause = 0.25
                told = False
                while not desk.closed.done():
                    # The desk reads for 30 s after the last follow.
                    try:
                        await follow(desk)
                    except DeskError as error:
                        print(error, file=sys.stderr, flush=True)
                    await asyncio.wait([desk.closed], timeout=10)
        except DeskError:
            pass
        if not told:
            print("No connection to the desk. The tally above may be old.", flush=True)
        told = True
        shown = None
        await asyncio.sleep(pause)
        pause = min(pause * 2, 5)


try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
