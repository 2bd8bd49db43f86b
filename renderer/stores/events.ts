import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { EventRecord } from '#contract/models.ts'
import { call, on, onOpen } from '../bridge/index.ts'
import { createCache } from './cache.ts'

/** The external events that a person works on, newest change first. */
export const useEvents = defineStore('events', () => {
  const list = shallowRef<EventRecord[]>([])
  const cache = createCache(async () => {
    list.value = (await call('events.list')).events
  })

  function take(event: EventRecord): EventRecord {
    const known = list.value.find(({ id }) => id === event.id)
    if (known === undefined || known.updatedAt <= event.updatedAt) list.value = [event, ...list.value.filter(({ id }) => id !== event.id)]
    return event
  }

  function drop(id: string): void {
    list.value = list.value.filter((event) => event.id !== id)
  }

  on('events.changed', ({ event, removed }) => {
    if (event !== undefined) take(event)
    if (removed !== undefined) drop(removed)
  })
  onOpen(() => void cache.refresh())

  /** Credentials in the body come back as references. @throws DeskError `keychain_*`, `storage_*`, `unreachable`. */
  async function save(input: BridgeInput<'events.save'>): Promise<EventRecord> {
    return take(await call('events.save', input))
  }

  async function remove(id: string): Promise<void> {
    await call('events.remove', { id })
    drop(id)
  }

  return { list, ...cache, save, remove }
})
