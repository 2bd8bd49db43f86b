// The look before a show: each check asks what it is about at this moment, beside the others, and none keeps the rest waiting for long.
import { statfs } from 'node:fs/promises'
import { showCheckIds } from '#contract/live.ts'
import type { ShowCheck, ShowCheckId } from '#contract/live.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Environments } from '../desk/environments.ts'
import type { Origins } from '../desk/origins.ts'
import type { Drafts } from '../drafts/types.ts'
import type { Credentials } from '../keychain/types.ts'
import type { Reachability } from '../live/types.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { ClientSurroundings, PlatformClient } from '../platform/client/types.ts'
import type { Clock, Keychain, Log } from '../ports.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import { credentialCheck, needsOf } from './credential-check.ts'
import { clockCheck, diskCheck, draftCheck, environmentCheck, gateCheck, platformCheck, queueCheck } from './judge.ts'
import type { Found, Waiting } from './judge.ts'

/** A check that has not ended by then has failed. */
const patienceMs = 10_000

export interface LookParts {
  database: Pick<ProfileDatabase, 'statement'>
  environments: Pick<Environments, 'get' | 'selected' | 'configured'>
  operations: ReadonlyMap<string, Operation>
  /** Says where the credentials of an environment may go. */
  origins: Pick<Origins, 'confirmed' | 'current'>
  /** Says which scheme an operation is sent with, the person's overrides applied. */
  surroundings: Pick<ClientSurroundings, 'scheme'>
  credentials: Pick<Credentials, 'status'>
  keychain: Pick<Keychain, 'get' | 'backend'>
  client: Pick<PlatformClient, 'gates'>
  reachability: Pick<Reachability, 'connection' | 'probe'>
  drafts: Pick<Drafts, 'writing'>
  /** Absolute path of the profile's folder. */
  profile: string
  clock: Clock
  log: Log
}

/** Answers one row for each of `showCheckIds`, in their order. Never rejects: what could not be looked at has failed. */
export function createLook(parts: LookParts): (environment: EnvironmentId) => Promise<ShowCheck[]> {
  const { database, environments, client, reachability, drafts, clock, log } = parts
  const embedded = (environment: EnvironmentId) =>
    environment === 'rehearsal' && environments.configured('rehearsal') === ''

  async function credentials(environment: EnvironmentId): Promise<Found> {
    const { keychain, surroundings, operations } = parts
    const needs = needsOf(operations.values(), (product, byCatalog) => surroundings.scheme(product, byCatalog))
    // A real look, also where a value is in memory already: a keychain that was locked since shows itself now and not in the show.
    const looks = await Promise.all(
      needs.map(async ({ kind }) => [kind, (await keychain.get(`${environment}/${kind}`)).outcome] as const),
    )
    const status = await parts.credentials.status(environment)
    const origin = parts.origins.current(environment)
    const confirmed = embedded(environment) ? origin : await parts.origins.confirmed(environment)
    const states = Object.fromEntries(
      looks.map(([kind, outcome]) => [kind, { keychain: outcome, desk: status.credentials[kind].state }]),
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
        "SELECT state, count(*) AS n, sum(held) AS held FROM intents WHERE state IN ('queued', 'sending', 'unknown') AND state <> 'confirmed' AND environment = ? GROUP BY state",
      )
      .all(environment)
    const waiting: Waiting = {
      queued: 0,
      held: 0,
      sending: 0,
      unknown: 0,
      paused: reachability.connection(environment).sending === 'paused',
    }
    for (const { state, n, held } of rows) {
      if (state === 'queued') Object.assign(waiting, { queued: Number(n), held: Number(held) })
      if (state === 'sending') waiting.sending = Number(n)
      if (state === 'unknown') waiting.unknown = Number(n)
    }
    return queueCheck(waiting, environment)
  }

  async function disk(): Promise<Found> {
    const { bavail, bsize } = await statfs(parts.profile)
    return diskCheck(bavail * bsize)
  }

  /** How one check ended; a fault or a silence of what it asks is told as such. */
  async function row(id: ShowCheckId, run: () => Promise<Found> | Found): Promise<ShowCheck> {
    const late = Promise.withResolvers<Found>()
    const cancel = clock.after(patienceMs, () =>
      late.resolve({
        state: 'fail',
        found: `This could not be looked at: no answer came within ${patienceMs / 1_000} s.`,
      }),
    )
    try {
      return { id, ...(await Promise.race([Promise.resolve().then(run), late.promise])) }
    } catch (error) {
      if (!(error instanceof DeskError))
        log.write('warn', 'A check before a show failed.', {
          check: id,
          reason: messageOf(error),
        })
      return {
        id,
        state: 'fail',
        found: `This could not be looked at. ${error instanceof DeskError ? error.message : 'The log says why.'}`,
      }
    } finally {
      cancel()
    }
  }

  return async (environment) => {
    const probe = Promise.resolve().then(() => reachability.probe())
    const looks: Record<ShowCheckId, () => Promise<Found> | Found> = {
      environment: () => environmentCheck(environments.get(environment), embedded(environment)),
      credentials: () => credentials(environment),
      platform: async () => platformCheck(await probe),
      // Its answer carries the platform's time, and may close a gate.
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
    return await Promise.all(showCheckIds.map((id) => row(id, looks[id])))
  }
}
