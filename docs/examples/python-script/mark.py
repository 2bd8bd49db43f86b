"""Keeps the moment as a draft: nothing is sent, the clip is cut later at the desk. Takes a grant of scope `draft`.

SHOWDESK_GRANT=... python3 mark.py "The drummer falls off the stage"
"""

import asyncio
import sys
import uuid
from datetime import datetime, timezone

from desk import Desk, DeskError

# An id of our own: where the connection ends before the answer, the same mark is kept once, not twice.
mark_id = str(uuid.uuid4())
at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def keep(title):
    async with Desk() as desk:
        environment = (await desk.call("desk.info"))["environment"]
        stream = (await desk.call("broadcast.get", environment=environment)).get("stream")
        body = {"title": title, "at": at}
        if stream is not None:
            body["streamId"] = stream["id"]
        draft = await desk.call(
            "drafts.save",
            id=mark_id,
            baseRevision=0,
            operation="POST /api/video/stream/createClip",
            title=title,
            body=body,
            tags=["mark"],
            environment=environment,
        )
        return draft["id"]


async def main(title):
    try:
        return await keep(title)
    except DeskError as error:
        if error.code != "connection_lost":
            raise
    try:
        return await keep(title)
    except DeskError as error:
        # The first try arrived: the draft is there.
        if error.code == "conflict":
            return mark_id
        raise


if len(sys.argv) != 2:
    print("Name the moment: mark.py TITLE", file=sys.stderr)
    sys.exit(2)
try:
    print(f"Kept as draft {asyncio.run(main(sys.argv[1]))}.")
except DeskError as error:
    print(f"Not kept: {error}", file=sys.stderr)
    sys.exit(3 if error.code == "not_connected" else 1)
