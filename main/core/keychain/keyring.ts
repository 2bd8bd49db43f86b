// The addon that needs no compiler. On Linux it is pinned to the Secret Service, since it would fall back to the
// kernel's keyring, which is lost at reboot. Its constructor connects at once and may throw.
import { serviceName, type KeychainDriver } from './driver.ts'

interface Entry {
  getPassword(): Promise<string | null | undefined>
  setPassword(password: string): Promise<void>
  deletePassword(): Promise<boolean>
}
type EntryClass = new (service: string, account: string, options: { linux: { store: 'secret-service' } }) => Entry

const addon: string = '@napi-rs/keyring'
const stores: readonly string[] = ['linux', 'darwin', 'win32']

/** Throws where the addon can't load, or its store does not last. */
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
