// The check before a show. Its items run side by side, and each has ten seconds.
import { statfs } from 'node:fs/promises'
import type { EncoderState } from '#contract/air/encoder.ts'
import { showCheckIds, type Broadcast, type FieldChoice, type ShowCheck, type ShowCheckId } from '#contract/live.ts'
import { defined } from '#contract/defined.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { isFresh } from '#answers/on-air.ts'
import type { Environments } from '../../platform/environments/environments.ts'
import type { Origins } from '../../platform/environments/origins.ts'
import type { Drafts } from '../../writing/drafts/types.ts'
import type { Credentials } from '../../core/keychain/types.ts'
import type { Reachability } from '../live/types.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { readWholeList } from '../../platform/whole-list.ts'
import type { ClientSurroundings, PlatformClient } from '../../platform/client/types.ts'
import type { Clock, Keychain, Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { broadcastChecks } from './broadcast-checks.ts'
import { credentialCheck, needsOf } from './credential-check.ts'
import {
  clockCheck,
  diskCheck,
  draftCheck,
  encoderCheck,
  environmentCheck,
  gateCheck,
  platformCheck,
  queueCheck,
  rundownCheck,
  type Found,
  type OpenWrites,
  type PlannedRundown,
} from './judge.ts'

const patienceMs = 10_000

export interface PreflightParts {
  database: Pick<ProfileDatabase, 'statement'>
  environments: Pick<Environments, 'get' | 'selected' | 'configured'>
  operations: ReadonlyMap<string, Operation>
  origins: Pick<Origins, 'confirmed' | 'current'>
  surroundings: Pick<ClientSurroundings, 'scheme'>
  credentials: Pick<Credentials, 'status'>
  keychain: Pick<Keychain, 'get' | 'backend'>
  client: Pick<PlatformClient, 'gates' | 'read' | 'preview'>
  /** What a person said of a list's fields and words. */
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  /** What the person chose for the show. */
  broadcast: (environment: EnvironmentId) => Broadcast
  reachability: Pick<Reachability, 'connection' | 'probe'>
  drafts: Pick<Drafts, 'writing'>
  encoder: {
    /** Reads the streaming software that is in use. */
    read: () => Promise<EncoderState>
    /** The scenes that a start and an end show. */
    scenes: (environment: EnvironmentId) => readonly string[]
  }
  /** The rundown that the person chose for the show. */
  rundown: (environment: EnvironmentId) => PlannedRundown | undefined
  /** Absolute path of the profile's folder. */
  profile: string
  clock: Clock
  log: Log
}

/** The items that need the platform's lists: one that could not be read is a doubt, since the platform has its own item. */
const readIds: ReadonlySet<ShowCheckId> = new Set([
  'stream',
  'title',
  'channel',
  'category',
  'schedule',
  'destinations',
  'poll',
  'ads',
  'link',
])

/**
 * Returns a row for each of `showCheckIds`, in their order; without a stream those that would be about it are left out.
 * Never rejects: what could not be checked says so.
 */
export function createPreflight(
  parts: PreflightParts,
): (environment: EnvironmentId, stream?: string) => Promise<ShowCheck[]> {
  const { database, environments, client, operations, reachability, drafts, clock, log } = parts
  const embedded = (environment: EnvironmentId) =>
    environment === 'rehearsal' && environments.configured('rehearsal') === ''

  async function credentials(environment: EnvironmentId): Promise<Found> {
    const { keychain, surroundings } = parts
    const needs = needsOf(operations.values(), (product, byCatalog) => surroundings.scheme(product, byCatalog))
    // Asks the keychain itself, though a value may be in memory: one that was locked since shows now rather than in the show.
    const outcomes = await Promise.all(
      needs.map(async ({ kind }) => [kind, (await keychain.get(`${environment}/${kind}`)).outcome] as const),
    )
    const status = await parts.credentials.status(environment)
    const origin = parts.origins.current(environment)
    const confirmed = embedded(environment) ? origin : await parts.origins.confirmed(environment)
    const states = Object.fromEntries(
      outcomes.map(([kind, outcome]) => [kind, { keychain: outcome, desk: status.credentials[kind].state }]),
    )
    return credentialCheck({
      environment: environments.get(environment),
      embedded: embedded(environment),
      backend: keychain.backend,
      needs,
      states,
      origin,
      confirmed,
    })
  }

  function queue(environment: EnvironmentId): Found {
    const rows = database
      .statement(
        "SELECT state, count(*) AS n, sum(held) AS held FROM intents WHERE state IN ('queued', 'sending', 'accepted', 'unknown') AND state <> 'confirmed' AND environment = ? GROUP BY state",
      )
      .all(environment)
    const writes: OpenWrites = {
      queued: 0,
      held: 0,
      sending: 0,
      accepted: 0,
      unknown: 0,
      paused: reachability.connection(environment).sending === 'paused',
    }
    for (const { state, n, held } of rows) {
      if (state === 'queued') Object.assign(writes, { queued: Number(n), held: Number(held) })
      if (state === 'sending') writes.sending = Number(n)
      if (state === 'accepted') writes.accepted = Number(n)
      if (state === 'unknown') writes.unknown = Number(n)
    }
    return queueCheck(writes, environment)
  }

  async function disk(): Promise<Found> {
    const { bavail, bsize } = await statfs(parts.profile)
    return diskCheck(bavail * bsize)
  }

  async function row(id: ShowCheckId, run: () => Promise<Found> | Found): Promise<ShowCheck> {
    const late = Promise.withResolvers<Found>()
    const unread = readIds.has(id) ? 'warn' : 'fail'
    const cancel = clock.after(patienceMs, () =>
      late.resolve({ state: unread, code: 'timed_out', facts: { seconds: patienceMs / 1_000 } }),
    )
    try {
      return { id, ...(await Promise.race([Promise.resolve().then(run), late.promise])) }
    } catch (error) {
      if (error instanceof DeskError)
        return { id, state: unread, code: 'failed', facts: { code: error.code, ...error.details.facts } }
      log.write('warn', 'A check before a show failed.', { check: id, reason: messageOf(error) })
      return { id, state: 'fail', code: 'broke_off' }
    } finally {
      cancel()
    }
  }

  return async (environment, given) => {
    const { stream, poll, link, plannedEndAt } = parts.broadcast(environment)
    const giveUp = new AbortController()
    const stopReading = clock.after(patienceMs, () => giveUp.abort())
    const ofBroadcast = broadcastChecks(
      { streamId: given ?? stream?.id, ...defined({ poll, link, plannedEndAt }) },
      async (request) => (await client.read(request, environment, 'person', giveUp.signal)).data,
      async (request, resource) =>
        (
          await readWholeList(client, operations, {
            request,
            environment,
            answers: { resource, choice: parts.choiceOf(environment, request.operation) },
            signal: giveUp.signal,
          })
        ).reading.rows,
      clock.now(),
      (operation) => parts.choiceOf(environment, operation),
    )
    const probe = Promise.resolve().then(() => reachability.probe())
    const checks: Partial<Record<ShowCheckId, () => Promise<Found> | Found>> = {
      ...ofBroadcast,
      encoder: async () => {
        const state = await parts.encoder.read()
        return encoderCheck(state, parts.encoder.scenes(environment), isFresh(state, clock.now()))
      },
      rundown: () => rundownCheck(parts.rundown(environment)),
      environment: () => environmentCheck(environments.get(environment), embedded(environment)),
      credentials: () => credentials(environment),
      platform: async () => platformCheck(await probe),
      // The answer to the probe carries the platform's time and may close a gate.
      clock: async () => clockCheck(await probe),
      gates: async () => {
        await probe.catch(() => undefined)
        return gateCheck(client.gates().filter((gate) => gate.environment === environment))
      },
      queue: () => queue(environment),
      drafts: () =>
        draftCheck(
          drafts.writing(),
          Number(database.statement('SELECT count(*) AS n FROM drafts WHERE removed_at IS NULL').get()?.n ?? 0),
        ),
      disk,
    }
    return await Promise.all(
      showCheckIds.flatMap((id) => {
        const run = checks[id]
        return run === undefined ? [] : [row(id, run)]
      }),
    ).finally(stopReading)
  }
}
