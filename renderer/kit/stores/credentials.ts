import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import { environmentIds, type CredentialKind, type CredentialStatus, type EnvironmentId } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useCredentials = defineStore('credentials', () => {
  const status = reactive<Partial<Record<EnvironmentId, CredentialStatus>>>({})

  async function load(environment: EnvironmentId): Promise<void> {
    status[environment] = await call('credentials.status', { environment })
  }

  const cache = createCache(async () => {
    await Promise.all(environmentIds.map(load))
  })

  function init(): void {
    on('credentials.changed', (changed) => {
      status[changed.environment] = { ...status[changed.environment], ...changed }
    })
  }

  /** The system asks for the keychain's password. */
  async function unlock(environment: EnvironmentId): Promise<void> {
    status[environment] = await call('credentials.unlock', { environment })
  }

  async function save(input: BridgeInput<'credentials.save'>): Promise<void> {
    status[input.environment] = await call('credentials.save', input)
  }

  async function remove(environment: EnvironmentId, credential: CredentialKind): Promise<void> {
    status[environment] = await call('credentials.remove', { environment, credential })
  }

  /** @throws DeskError `conflict` where the environment has another address by now. */
  async function confirm(environment: EnvironmentId, origin: string): Promise<void> {
    status[environment] = await call('credentials.confirm', { environment, origin })
  }

  return { status, ...cache, init, load, unlock, save, remove, confirm }
})
