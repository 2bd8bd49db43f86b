import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { AccessState, Grant, GrantInput } from '#contract/access.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

/** A secret as it was made: it is told once and never kept here. */
export interface MadeGrant {
  grant: Grant
  secret: string
}

/** Who else may connect. Secrets are handed to the caller and forgotten. */
export const useAccess = defineStore('access', () => {
  const known = ref<AccessState>()
  const cache = createCache(async () => {
    known.value = await call('access.get')
  })

  function init(): void {
    on('access.changed', (state) => (known.value = state))
  }

  /** @throws DeskError where no port can be used. */
  async function switchTo(on: boolean): Promise<void> {
    known.value = await call('access.switch', { on })
  }
  /** Null chooses a free one. @throws DeskError */
  async function moveTo(port: number | null): Promise<void> {
    known.value = await call('access.port', { port })
  }
  /** @throws DeskError */
  async function make(input: GrantInput): Promise<MadeGrant> {
    const made = await call('access.grant', input)
    await cache.read()
    return made
  }
  /** @throws DeskError `not_found_here` where it was revoked meanwhile. */
  async function renew(id: string): Promise<MadeGrant> {
    const made = await call('access.renew', { id })
    await cache.read()
    return made
  }
  /** @throws DeskError */
  async function revoke(id: string): Promise<void> {
    known.value = await call('access.revoke', { id })
  }

  return {
    /** Undefined until it was read. */
    state: computed(() => known.value),
    /** Of addresses that are copied: with the port that stays. Undefined before one was ever chosen. */
    origin: computed(() => {
      const { port } = known.value ?? {}
      return port === undefined || port === null ? undefined : `http://127.0.0.1:${port}`
    }),
    /** Of all grants. */
    names: computed(() => known.value?.grants.map(({ name }) => name) ?? []),
    ...cache,
    init,
    switchTo,
    moveTo,
    make,
    renew,
    revoke,
  }
})
