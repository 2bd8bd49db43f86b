import type { Operation } from '../catalog/entry.ts'
import { text, type Effect } from './call.ts'
import { list } from './lists.ts'
import { change, find, insert } from './records.ts'
import { idNames, resourceOf, verbOf } from './resources.ts'

/** Creates a record, or updates it where the operation's name says that it does both ("Update Create"). */
export const create: Effect = (call) => {
  const resource = resourceOf(call.operation)
  const both = /update create/i.test(call.operation.name)
  const id = both ? text(call, ...idNames(resource)) : undefined
  const there = id === undefined ? undefined : call.store.get(resource, id)
  if (there !== undefined) return { data: change(call, resource, there, call.body) }
  return { data: insert(call, resource, call.body) }
}

const get: Effect = (call) => ({ data: find(call, resourceOf(call.operation)) })

export const update: Effect = (call) => {
  const resource = resourceOf(call.operation)
  return { data: change(call, resource, find(call, resource), call.body) }
}

const remove: Effect = (call) => {
  const resource = resourceOf(call.operation)
  const record = find(call, resource)
  call.store.remove(resource, record.id)
  return { data: { ...record, status: 'deleted' } }
}

const all: Effect = (call) => list(call, call.store.all(resourceOf(call.operation)), false)

const search: Effect = (call) => list(call, call.store.all(resourceOf(call.operation)), true)

const byVerb: Readonly<Record<string, Effect>> = { create, get, update, delete: remove, all, getall: all }

export function plainEffect(operation: Operation): Effect {
  const verb = verbOf(operation)
  if (verb.startsWith('search')) return search
  const known = Object.hasOwn(byVerb, verb) ? byVerb[verb] : undefined
  if (known !== undefined) return known
  switch (operation.kind) {
    case 'create':
      return create
    case 'delete':
      return remove
    case 'read':
      return all
    case 'update':
    case 'act':
      return update
  }
}
