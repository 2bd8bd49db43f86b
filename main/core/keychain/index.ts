// Chooses the keychain: keytar, else @napi-rs/keyring, else memory. One that is locked, refusing or slow stays chosen
// and works once it does.
import { messageOf } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { KeychainBackend } from '#contract/models.ts'
import type { Clock, Log } from '../ports.ts'
import type { Permit } from './asking.ts'
import { classifyError, type KeychainDriver } from './driver.ts'
import { createKeychain, obstacle, type OpenedKeychain, type Selection } from './keychain.ts'
import { loadKeyring } from './keyring.ts'
import { loadKeytar } from './keytar.ts'
import type { Turn } from './call-queue.ts'
import { memorySelection } from './memory.ts'
import { createSecretService, type ServiceState } from './secret-service.ts'

export type { OpenedKeychain } from './keychain.ts'
export { createMemoryKeychain } from './memory.ts'

const gone = 'Secrets are kept in memory and are gone when the desk closes.'
const why = {
  chosen: `Memory was asked for. ${gone}`,
  none: `No Secret Service (such as a desktop's keyring) runs on this computer. ${gone}`,
  no_keyring: `The Secret Service has no default keyring yet: create one in the system's password manager and start the desk again. ${gone}`,
  refused: `The system's keychain did not keep a test entry. ${gone}`,
}

export interface KeychainChoice {
  clock: Clock
  log: Log
  platform?: NodeJS.Platform
  prefer?: KeychainBackend
  /** For every call; default 5 s. */
  deadlineMs?: number
  env?: NodeJS.ProcessEnv
  load?: Record<'keytar' | 'keyring', () => Promise<KeychainDriver>>
}

export function openKeychain(choice: KeychainChoice): OpenedKeychain {
  const { clock, log, platform = process.platform, prefer = 'keytar', deadlineMs = 5_000, env = process.env } = choice
  const load = choice.load ?? { keytar: loadKeytar, keyring: () => loadKeyring(platform) }
  const unlocked = createListeners<[]>()
  const service =
    platform === 'linux' ? createSecretService({ clock, env, onUnlocked: () => unlocked.emit() }) : undefined
  /** The service's time-out comes before the caller's. */
  const share = (turn: Turn) => turn.left() * 0.9

  /** One question for each press: after a refusal the person is left alone until the next. */
  async function opened(turn: Turn, permit: Permit | undefined): Promise<boolean> {
    if (permit?.mayAsk !== true || service === undefined) return false
    const isOpen = await service.unlock(share(turn))
    if (!isOpen) permit.mayAsk = false
    return isOpen
  }

  async function meet(turn: Turn, permit: Permit | undefined): ReturnType<Selection['meet']> {
    const state: ServiceState = service === undefined ? 'unasked' : await service.state(share(turn))
    switch (state) {
      case 'unlocked':
      case 'unasked':
        return state
      case 'locked':
        return (await opened(turn, permit))
          ? 'unlocked'
          : obstacle('locked', "The keyring is locked. Unlock it in the system's password manager.")
      case 'silent':
        return obstacle('timed_out')
      case 'none':
        return obstacle('unavailable', 'The Secret Service is not running any more.')
      case 'no_keyring':
        return obstacle('unavailable', 'The Secret Service has no default keyring.')
    }
  }

  async function choose(turn: Turn, prove: (driver: KeychainDriver) => Promise<void>): Promise<Selection> {
    if (prefer === 'memory') return memorySelection(why.chosen)
    const state: ServiceState = service === undefined ? 'unasked' : await service.state(share(turn))
    if (state === 'none' || state === 'no_keyring') return memorySelection(why[state])
    const faults: string[] = []
    let reason: string | undefined
    for (const name of prefer === 'keyring' ? (['keyring', 'keytar'] as const) : (['keytar', 'keyring'] as const)) {
      try {
        const driver = await load[name]()
        if (state === 'locked' || state === 'silent') return { driver, meet }
        try {
          await prove(driver)
          return { driver, meet }
        } catch (error) {
          if (classifyError(error) !== 'unavailable') return { driver, meet }
          reason = why.refused
        }
      } catch (error) {
        faults.push(`${name}: ${messageOf(error).split('\n')[0]}`)
        log.write('info', 'keychain addon not loaded', {
          addon: name,
          error: messageOf(error),
        })
      }
    }
    return memorySelection(reason ?? `No keychain addon could be loaded (${faults.join('; ')}). ${gone}`)
  }

  return createKeychain({ clock, log, deadlineMs, expected: prefer, choose, onUnlocked: unlocked.add })
}
