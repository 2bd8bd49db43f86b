"""Cuts a clip of the moment and tells how it ended. Takes a grant of scope `operate` with the command `clip`.

SHOWDESK_GRANT=... python3 clip.py [TITLE]
"""

import asyncio
import sys
import uuid

from desk import Desk, DeskError

# One press is one press: asked again under the same id, the desk answers with what the first one did.
press = str(uuid.uuid4())
title = sys.argv[1] if len(sys.argv) > 1 else "Clip"
OVER = ("confirmed", "rejected", "cancelled")
LONGEST_WAIT = 120


def tell(intent):
    state, error, waiting = intent["state"], intent.get("error", {}), intent.get("waiting", {})
    if state == "confirmed":
        text = "The clip is cut."
    elif state == "queued":
        until = f" until {waiting['until']}" if "until" in waiting else ""
        text = f"Waiting: {waiting.get('reason')}{until}."
    elif state == "unknown":
        # It may be there. Pressing again could cut a second one, so a person looks first.
        text = "Nobody knows yet whether the clip was cut. Look at the desk before you press again."
    else:
        text = f"Not cut. {error.get('message', '')} ({error.get('code', state)})"
        if "retryAfterMs" in error:
            text += f" Press again in {-(-error['retryAfterMs'] // 1000)} s."
    print(text, flush=True)


async def run():
    changes = asyncio.Queue()

    def hear(event, payload):
        if event == "ledger.changed":
            changes.put_nowait(payload["intent"])

    async def until_over(intent):
        ours, told = intent["id"], None
        while True:
            if intent["id"] == ours and intent["state"] not in (told, "sending"):
                told = intent["state"]
                tell(intent)
            if intent["id"] == ours and intent["state"] in OVER:
                return intent["state"]
            intent = await changes.get()

    async with Desk(hear) as desk:
        targets = (await desk.call("command.list"))["targets"]
        target = next((one for one in targets if one["command"] == "clip"), None)
        if target is None:
            raise DeskError("not_found_here", "The desk offers no clip.")
        answer = await desk.call("command.run", command="clip", record=target["record"], title=title, press=press)
        if answer["outcome"] == "lapsed":
            print("Nobody fired it at the desk in time. Nothing was sent.")
            return None
        over = asyncio.create_task(until_over(answer["intent"]))
        await asyncio.wait([over, desk.closed], timeout=LONGEST_WAIT, return_when=asyncio.FIRST_COMPLETED)
        if over.done():
            return over.result()
        over.cancel()
        return None


async def main():
    try:
        return await run()
    except DeskError as error:
        if error.code != "connection_lost":
            raise
    return await run()


try:
    sys.exit(0 if asyncio.run(main()) == "confirmed" else 1)
except DeskError as error:
    after = "" if error.retry_after is None else f" Try again in {error.retry_after} s."
    print(f"{error}{after}", file=sys.stderr)
    sys.exit(3 if error.code == "not_connected" else 1)
