// The external events that a person works on. The platform has no list of them, so the desk keeps what was filled in last.
import { randomUUID } from 'node:crypto'
import type { BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { profileSecretFields } from '#contract/models.ts'
import type { EnvironmentId, EventRecord } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { Vault } from '../keychain/types.ts'
import type { Clock } from '../ports.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'

const secretFields = profileSecretFields.map((field) => `options.${field}`)

export interface EventRecords {
  list(): EventRecord[]
  /** Durable when it answers; credentials come back as references. Throws DeskError `keychain_*` and keeps the older state then. */
  save(input: BridgeParams<'events.save'>): Promise<EventRecord>
  remove(id: string): Promise<void>
}

export function createEventRecords(options: { database: ProfileDatabase; vault: Vault; clock: Clock }): EventRecords {
  const { database, vault, clock } = options
  const all = database.statement('SELECT * FROM events ORDER BY updated_at DESC, id')
  const one = database.statement('SELECT * FROM events WHERE id = ?')
  const drop = database.statement('DELETE FROM events WHERE id = ?')
  const upsert = database.statement(
    `INSERT INTO events (id, environment, title, body, profile_ids, last_intents, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET environment = excluded.environment, title = excluded.title, body = excluded.body,
       profile_ids = excluded.profile_ids, last_intents = excluded.last_intents, updated_at = excluded.updated_at`,
  )

  /** A copied event gets copies of its secrets, so that removing the original takes nothing from it; a secret that is gone becomes null. */
  async function adopt(owner: string, value: Json): Promise<Json> {
    if (isSecretReference(value)) {
      const reference = value.$secret
      if (!reference.startsWith('event/') || reference.startsWith(`${owner}/`)) return value
      try {
        return { ...(await vault.put(owner, 'copy', await vault.resolve(reference, 'options'))) }
      } catch (error) {
        if (error instanceof DeskError && error.code === 'secret_missing') return null
        throw error
      }
    }
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
    const copy: Record<string, Json> = {}
    for (const [key, part] of Object.entries(value)) copy[key] = await adopt(owner, part)
    return copy
  }

  return {
    list: () => all.all().map(fromRow),

    async save(input) {
      const id = input.id ?? randomUUID()
      const old = one.get(id)
      const owner = `event/${id}`
      const body = await adopt(owner, await vault.externalize(owner, input.body as Json, secretFields))
      const record: EventRecord = {
        id,
        environment: input.environment,
        title: input.title,
        body,
        profileIds: input.profileIds,
        lastIntents: input.lastIntents,
        updatedAt: new Date(clock.now()).toISOString(),
      }
      upsert.run(
        id,
        record.environment,
        record.title,
        JSON.stringify(body),
        JSON.stringify(record.profileIds),
        JSON.stringify(record.lastIntents),
        record.updatedAt,
      )
      if (old !== undefined) {
        const kept = references(body)
        for (const reference of references(fromRow(old).body)) if (!kept.has(reference)) await vault.remove(reference)
      }
      return record
    },

    async remove(id) {
      if (one.get(id) === undefined) throw new DeskError('not_found_here', 'This event is not on the desk any more.')
      drop.run(id)
      await vault.removeOwner(`event/${id}`)
    },
  }
}

function references(value: Json, found = new Set<string>()): Set<string> {
  if (isSecretReference(value)) found.add(value.$secret)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) references(part, found)
  return found
}

function fromRow(row: Record<string, SqlValue>): EventRecord {
  return {
    id: String(row.id),
    environment: String(row.environment) as EnvironmentId,
    title: String(row.title),
    body: JSON.parse(String(row.body)) as Json,
    profileIds: JSON.parse(String(row.profile_ids)) as string[],
    lastIntents: JSON.parse(String(row.last_intents)) as Record<string, string>,
    updatedAt: String(row.updated_at),
  }
}
