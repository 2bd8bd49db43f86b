// The connection to the software in use: tried again with back-off, read every 2 s. An event only hastens a reading.
import { defined } from '#contract/defined.ts'
import type { Encoder, EncoderState } from '#contract/air/encoder.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import { LinkError, LostError, openConnection, type Connection } from './client.ts'
import { candidatesOf, findElsewhere } from './elsewhere.ts'
import { isExposed } from './exposed.ts'
import { createMeter } from './meter.ts'
import { softwareOf } from './reading.ts'

export const everyMs = 2_000
const soonMs = 50
/** Four tries a minute with a password that is refused, or against another protocol. */
const refusedMs = 15_000
const backOffMs = [1_000, 2_000, 4_000, 8_000] as const

export type Link = ReturnType<typeof createLink>

export function createLink(parts: {
  encoder: Encoder
  /** Throws where the keychain does not give it. */
  password: () => Promise<string | undefined>
  /** Addresses at which it may be as well. */
  others: () => readonly string[]
  clock: Clock
  log: Log
  onState: (state: EncoderState) => void
  /** After the first reading of a connection. */
  onConnected: () => void
}) {
  const { encoder, clock, log } = parts
  const meter = createMeter()
  const abort = new AbortController()
  let state: EncoderState = { encoder, link: 'connecting', everyMs }
  let connection: Connection | undefined
  let cancel: (() => void) | undefined
  let failures = 0
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  const steady = (): number => clock.monotonic?.() ?? clock.now()
  /** Counts what hastens a reading. */
  let events = 0
  /** When the newest reading began, in running time. */
  let begunAt = -Infinity
  /** `waits`: the next try is planned. */
  const flags = { waits: false, stopped: false }

  function tell(change: EncoderState): void {
    if (flags.stopped) return
    state = change
    parts.onState(state)
  }

  function plan(ms: number, run: () => void): void {
    cancel?.()
    cancel = flags.stopped ? undefined : clock.after(ms, run)
  }

  function hasten(): void {
    events += 1
    // One reading answers all events that come at once.
    const ms = begunAt + soonMs - steady()
    if (ms <= 0 && reading === undefined) poll()
    else plan(Math.max(0, ms), poll)
  }

  async function open(): Promise<void> {
    flags.waits = false
    tell({ ...defined({ ...state, nextTryAt: undefined }), encoder, link: 'connecting', everyMs })
    try {
      const password = await parts.password().catch((error: unknown) => {
        throw new LinkError(withoutPassword(error), messageOf(error))
      })
      connection = await openConnection({
        address: encoder.address,
        password,
        clock,
        signal: abort.signal,
        onEvent: hasten,
        onClose: lose,
      })
      await greet(connection)
    } catch (error) {
      connection?.close()
      lose(error instanceof LinkError ? error.link : 'unreachable')
    }
  }

  async function greet(open: Connection): Promise<void> {
    const software = softwareOf(await open.call('GetVersion'), open.protocol)
    meter.clear()
    tell({ encoder, link: 'connected', everyMs, ...software })
    await read()
    if (connection !== open) return
    failures = 0
    parts.onConnected()
    if (await isExposed(encoder.address)) tell({ ...state, exposed: true })
  }

  function lose(link: LinkError['link']): void {
    connection = undefined
    meter.clear()
    if (flags.stopped || flags.waits) return
    flags.waits = true
    const ms = link === 'unreachable' ? (backOffMs[failures] ?? refusedMs) : refusedMs
    failures += 1
    if (failures === 1) log.write('info', 'The streaming software is not connected.', { link })
    const { elsewhere } = state
    // A person opens the keychain; that it was opened elsewhere is found without a question.
    const tries =
      link === 'locked' || link === 'withheld' ? {} : { nextTryAt: new Date(clock.now() + ms).toISOString() }
    tell({ encoder, link, everyMs, ...tries, ...defined({ elsewhere }) })
    plan(ms, () => void open())
    if (link === 'unreachable') void lookElsewhere()
  }

  async function lookElsewhere(): Promise<void> {
    const elsewhere = await findElsewhere(candidatesOf(encoder.address, parts.others()), abort.signal)
    if (state.link !== 'unreachable' || state.elsewhere === elsewhere) return
    tell({ ...defined({ ...state, elsewhere: undefined }), link: 'unreachable', everyMs, ...defined({ elsewhere }) })
  }

  function poll(): void {
    void read()
  }

  /** One reading at a time; a call during one gets the reading after it. */
  function read(): Promise<void> {
    if (reading === undefined) return (reading = readOnce().finally(() => (reading = undefined)))
    return (next ??= reading.then(() => {
      next = undefined
      return read()
    }))
  }

  async function readOnce(): Promise<void> {
    const open = connection
    if (open === undefined) return
    const eventsBefore = events
    begunAt = steady()
    try {
      const { stream, ...others } = await open.read()
      if (connection !== open) return
      const readAt = isoNow(clock)
      if (stream === undefined) meter.clear()
      tell({
        ...defined({
          ...state,
          stream: undefined,
          record: undefined,
          scenes: undefined,
          program: undefined,
          stats: undefined,
        }),
        encoder,
        link: 'connected',
        everyMs,
        readAt,
        ...(stream && { stream: meter.take(stream, steady(), readAt) }),
        ...others,
      })
    } catch (error) {
      if (connection !== open) return
      // One that answers no more is tried anew.
      if (error instanceof LostError) {
        open.close()
        return lose('unreachable')
      }
      log.write('debug', 'The streaming software could not be read.', { reason: messageOf(error) })
    }
    if (connection === open) plan(events > eventsBefore ? soonMs : everyMs, poll)
  }

  void open()
  return {
    encoder,
    state: () => state,
    read,
    /** The keychain may give the password now. */
    unlocked(): void {
      if (state.link === 'locked' || state.link === 'withheld') plan(0, () => void open())
    },
    /** Undefined where it is not connected. */
    connection: () => (state.link === 'connected' ? connection : undefined),
    stop(): void {
      flags.stopped = true
      cancel?.()
      connection?.close()
      connection = undefined
      abort.abort()
    },
  }
}

/** The software is not asked then, so nothing is known of its password. */
function withoutPassword(error: unknown): LinkError['link'] {
  const code = error instanceof DeskError ? error.code : undefined
  if (code === 'keychain_locked') return 'locked'
  return code === 'secret_missing' ? 'forgotten' : 'withheld'
}
