import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Backup } from '#contract/maintenance.ts'
import { call, onOpen } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useBackups = defineStore('backups', () => {
  const list = shallowRef<Backup[]>([])
  const cache = createCache(async () => {
    list.value = (await call('backups.list')).backups
  })
  onOpen(() => void cache.refresh())

  /** @throws DeskError `storage_full`, `storage_failed`. */
  async function create(): Promise<Backup> {
    const made = await call('backups.create')
    await cache.read()
    return made
  }

  /** What a restore would change. @throws DeskError `not_found_here`, `storage_*`. */
  const preview = (id: string) => call('backups.preview', { id })

  /** The desk reopens and every page reloads. @throws DeskError: the profile is as it was. */
  async function restore(id: string): Promise<void> {
    await call('backups.restore', { id })
  }

  return { list, ...cache, create, preview, restore }
})
