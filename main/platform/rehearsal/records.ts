import { isObject, type JsonObject } from '#contract/json.ts'
import { stamp, text, type Call } from './call.ts'
import { absent, impossible, invalid } from './refusal.ts'
import { firstStatus, idNames, keysOf, leafOf, prefixOf } from './resources.ts'
import type { Stored } from './store.ts'
import { textOf, withoutCredentials } from './values.ts'

const ownFields = new Set(['id', '_id', 'createdAt', 'updatedAt', 'clientReference'])

/** The record named by an identifier or by `name`. Throws 400 without either, 404 where there is none. */
export function find(call: Call, resource: string): Stored {
  const id = Object.values(call.path)[0] ?? text(call, ...idNames(resource))
  if (id !== undefined) return lookUp(call, resource, id)
  const name = text(call, 'name')
  if (name === undefined)
    throw invalid({
      path: idNames(resource)[3] ?? 'id',
      message: `says which ${leafOf(resource)} is meant and is missing`,
    })
  const named = call.store.all(resource).find((record) => record.name === name)
  if (named === undefined) throw absent(leafOf(resource), name)
  return named
}

/** The record that a field refers to. Throws 400 without the field, 404 where there is none. */
export function related(call: Call, resource: string, ...names: [string, ...string[]]): Stored {
  const id = text(call, ...names)
  if (id === undefined) throw invalid({ path: names[0], message: 'is missing' })
  return lookUp(call, resource, id)
}

/** By identifier, otherwise by another key such as a link's shortId. Throws 404. */
export function lookUp(call: Call, resource: string, id: string): Stored {
  const direct = call.store.get(resource, id)
  if (direct !== undefined) return direct
  const keys = keysOf(resource)
  const other =
    keys.length === 0 ? undefined : call.store.all(resource).find((record) => keys.some((key) => record[key] === id))
  if (other === undefined) throw absent(leafOf(resource), id)
  return other
}

/** Keeps an identifier that was sent; throws 400 where it is taken. */
export function insert(call: Call, resource: string, data: JsonObject): Stored {
  const wanted = textOf(data.id)
  if (wanted !== undefined && call.store.get(resource, wanted) !== undefined) {
    throw impossible('id', `a ${leafOf(resource)} with this identifier is there already`)
  }
  const at = stamp(call)
  const record: Stored = {
    ...sendable(data),
    id: wanted ?? call.store.nextId(resource, prefixOf(resource)),
    status: textOf(data.status) ?? firstStatus(resource),
    createdAt: at,
    updatedAt: at,
    ...referenced(call),
  }
  call.store.put(resource, record)
  return record
}

export function change(call: Call, resource: string, record: Stored, patch: JsonObject): Stored {
  const changed: Stored = {
    ...record,
    ...sendable(patch),
    id: record.id,
    status: textOf(patch.status) ?? record.status,
    createdAt: record.createdAt,
    updatedAt: stamp(call),
    ...referenced(call),
  }
  call.store.put(resource, changed)
  return changed
}

function sendable(data: JsonObject): JsonObject {
  const kept = withoutCredentials(data)
  if (!isObject(kept)) return {}
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !ownFields.has(name)))
}

function referenced(call: Call): JsonObject {
  return call.reference === undefined ? {} : { clientReference: call.reference }
}
