// Keeps what the desk reads anyway while a show is on, for the show's report. It asks the platform for nothing.
import { defined } from '#contract/defined.ts'
import { messageOf } from '#contract/errors.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import {
  followedSchema,
  type Broadcast,
  type FieldChoice,
  type Followed,
  type LiveValue,
  type Named,
} from '#contract/live.ts'
import type { Connection, EnvironmentId } from '#contract/models.ts'
import { readListing } from '#answers/answer.ts'
import { pageOf, type PageOf } from '#answers/paging.ts'
import { chargeSums } from '#answers/takings.ts'
import { pollIn, type Poll } from '#answers/poll/poll.ts'
import { tallyOf } from '#answers/poll/tally.ts'
import { bitrateOf, readStreamStatus, statusOperation } from '#answers/stream-status.ts'
import { knownUnits } from '#answers/units.ts'
import type { AtRest } from '../../core/keychain/at-rest.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { nothingRead, withBitrate, withMoney, withStatus, withTally, withViewers } from './followed.ts'
import type { Shows } from './shows.ts'
import type { KeptShow } from './types.ts'

/** Written at most so often; a crash loses no more than this. */
const writeEveryMs = 5_000
/** Longer lists of charges would hold up the desk. */
const mostCharges = 1_000
const chargeOperation = 'POST /api/payment/charge/all'

export interface FollowParts {
  shows: Pick<Shows, 'followed' | 'follow'>
  atRest: Pick<AtRest, 'leaveOut'>
  broadcast: (environment: EnvironmentId) => Broadcast
  /** What a person said of a list's fields. */
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  reachability: { connection(environment: EnvironmentId): Pick<Connection, 'clockOffsetMs'> }
  clock: Clock
  log: Log
}

interface Read {
  data: Json
  /** Of the request. */
  /** What the answer says of its page besides `data`. */
  page: PageOf
  body: JsonObject
  /** When it was received. */
  at: number
  chosen: Broadcast
}

export function createFollow({ shows, atRest, broadcast, choiceOf, reachability, clock, log }: FollowParts) {
  let show: KeptShow | undefined
  let followed = nothingRead
  /** When the newest answer of each read was received: a value is told again while it waits. */
  const taken = new Map<string, string>()
  /** Polls by identifier, for tallies that do not name their options. */
  const polls = new Map<string, Poll>()
  /** What the stream's state says by itself; its analytics, which are read more rarely, then do not count. */
  let own = { stream: '', viewers: false, bitrate: false }
  let cancelWrite: (() => void) | undefined

  function write(): void {
    cancelWrite?.()
    cancelWrite = undefined
    if (show === undefined) return
    try {
      shows.follow(show.id, atRest.leaveOut(followed).value)
    } catch (error) {
      log.write('warn', 'What was read during the show could not be kept.', { reason: messageOf(error) })
    }
  }

  function keep(next: Followed): void {
    if (next === followed) return
    followed = next
    cancelWrite ??= clock.after(writeEveryMs, write)
  }

  /** Times of the platform by this machine's clock. */
  const offsetMs = (): number => (show && reachability.connection(show.environment).clockOffsetMs) ?? 0
  const here = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + offsetMs())

  const takers: Readonly<Record<string, (read: Read) => void>> = {
    [statusOperation]({ data, body, at, chosen: { stream } }) {
      if (stream === undefined || body.streamId !== stream.id) return
      const { state, startedAt, endedAt, viewers, signals } = readStreamStatus(
        data,
        at - offsetMs(),
        show && choiceOf(show.environment, statusOperation)?.airWords,
      )
      const kbps = bitrateOf(signals)
      const same = own.stream === stream.id
      own = {
        stream: stream.id,
        viewers: viewers !== undefined || (same && own.viewers),
        bitrate: kbps !== undefined || (same && own.bitrate),
      }
      const times = defined({ startedAt: here(startedAt), endedAt: here(endedAt) })
      keep(withFigures(withStatus(followed, stream, { state, ...times }, at), stream, { viewers, kbps }, at))
    },
    'POST /api/video/stream/getAnalytics'({ data, body, at, chosen: { stream } }) {
      if (stream === undefined || body.streamId !== stream.id) return
      const { viewers, signals } = readStreamStatus(data)
      const figures = {
        viewers: own.viewers ? undefined : viewers,
        kbps: own.bitrate ? undefined : bitrateOf(signals),
      }
      keep(withFigures(followed, stream, figures, at))
    },
    'POST /api/vote/embed/get'({ data, body, at, chosen }) {
      if (chosen.poll === undefined || body.embedId !== chosen.poll.id) return
      const poll = pollIn(data)
      if (poll === undefined) return
      polls.set(chosen.poll.id, poll)
      keep(withVotes(followed, chosen.poll, poll, data, at))
    },
    'POST /api/vote/cast/getall'({ data, body, at, chosen }) {
      const poll = chosen.poll && polls.get(chosen.poll.id)
      if (chosen.poll === undefined || poll === undefined || body.embedId !== chosen.poll.id) return
      keep(withVotes(followed, chosen.poll, poll, data, at))
    },
    [chargeOperation]({ data, page, body, at }) {
      // Another list may be a search.
      if (show === undefined || Object.keys(body).some((name) => name !== 'limit' && name !== 'offset')) return
      if (Number(body.offset ?? 0) !== 0) return
      const choice = choiceOf(show.environment, chargeOperation)
      const rules = {
        fields: choice?.fields ?? {},
        ...defined({ amounts: choice?.amounts ?? knownUnits[show.environment], list: choice?.list }),
      }
      if (readListing(data, 'payment/charge', rules).rows.length > mostCharges) return
      const from = Date.parse(show.startedAt) - offsetMs()
      const taken = chargeSums(data, rules, from, page)
      if (taken !== undefined) keep(withMoney(followed, taken, at))
    },
  }

  return {
    /** Begins with what was kept of this show. */
    begin(begun: KeptShow): void {
      show = begun
      followed = readBack(shows.followed(begun.id)) ?? nothingRead
      taken.clear()
      polls.clear()
      own = { stream: '', viewers: false, bitrate: false }
    },

    /** A value of the live reader. Never throws. */
    take({ key, environment, answer }: LiveValue): void {
      if (show?.environment !== environment || answer === undefined || taken.get(key) === answer.receivedAt) return
      const cut = key.indexOf(' [')
      const taker = takers[key.slice(0, cut)]
      const at = Date.parse(answer.receivedAt)
      // A value from before the show says nothing of it.
      if (taker === undefined || !(at >= Date.parse(show.startedAt))) return
      taken.set(key, answer.receivedAt)
      try {
        const [, , body] = JSON.parse(key.slice(cut + 1)) as Json[]
        taker({
          data: answer.data,
          page: pageOf(answer),
          body: isObject(body) ? body : {},
          at,
          chosen: broadcast(environment),
        })
      } catch (error) {
        log.write('warn', 'An answer could not be kept for the report.', { reason: messageOf(error) })
      }
    },

    /** Writes what is not written yet. */
    flush(): void {
      if (cancelWrite !== undefined) write()
    },

    end(): void {
      if (cancelWrite !== undefined) write()
      show = undefined
    },

    /** Of any show; undefined where nothing was kept. */
    of: (id: string): Followed | undefined =>
      show?.id === id && followed !== nothingRead ? followed : readBack(shows.followed(id)),
  }
}

function withFigures(
  followed: Followed,
  stream: Named,
  { viewers, kbps }: { viewers: number | undefined; kbps: number | undefined },
  at: number,
): Followed {
  const seen = viewers === undefined ? followed : withViewers(followed, stream, viewers, at)
  return kbps === undefined ? seen : withBitrate(seen, stream, kbps, at)
}

/** Nothing is kept of a poll whose votes the platform does not count. */
function withVotes(followed: Followed, { id, name }: Named, poll: Poll, data: Json, at: number): Followed {
  const tally = tallyOf(data, poll.options)
  if (tally === undefined || tally.rows.every(({ count }) => count === undefined)) return followed
  return withTally(followed, { id, question: poll.question || name }, tally, at)
}

function readBack(text: string | undefined): Followed | undefined {
  if (text === undefined) return undefined
  try {
    return followedSchema().safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
