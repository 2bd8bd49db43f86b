// The addon that needs no compiler, used where keytar's can't load. On Linux it is pinned to the Secret Service: left alone it
// falls back to the kernel's keyring, which is lost at reboot. Its constructor connects at once and throws where it can't.
import { serviceName } from './driver.ts'
import type { KeychainDriver } from './driver.ts'

interface Entry {
  getPassword(): Promise<string | null | undefined>
  setPassword(password: string): Promise<void>
  deletePassword(): Promise<boolean>
}
type EntryClass = new (service: string, account: string, options: { linux: { store: 'secret-service' } }) => Entry

const addon: string = '@napi-rs/keyring'
const stores: readonly string[] = ['linux', 'darwin', 'win32']

/** Loads the addon now; throws where it can't be, and on platforms where its store is not a keychain that lasts. */
export async function loadKeyring(platform: NodeJS.Platform): Promise<KeychainDriver> {
  if (!stores.includes(platform)) throw new Error(`No keychain of ${platform} that would last is known`)
  const { AsyncEntry } = ((await import(/* @vite-ignore */ addon)) as { default: { AsyncEntry: EntryClass } }).default
  const entry = (account: string) => new AsyncEntry(serviceName, account, { linux: { store: 'secret-service' } })
  return {
    backend: 'keyring',
    get: async (account) => (await entry(account).getPassword()) ?? null,
    set: async (account, value) => entry(account).setPassword(value),
    remove: async (account) => entry(account).deletePassword(),
  }
}
