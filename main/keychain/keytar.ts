// keytar is optional: where its addon was not built, importing it throws and the next backend is tried. Its findCredentials is
// never called, since it ends the process on a locked keyring.
import { serviceName } from './driver.ts'
import type { KeychainDriver } from './driver.ts'

interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** A name that types and bundlers don't follow: neither may demand a package that is not installed everywhere. */
const addon: string = 'keytar'

/** Loads the addon now; throws where it can't be. */
export async function loadKeytar(): Promise<KeychainDriver> {
  const { default: keytar } = (await import(/* @vite-ignore */ addon)) as { default: Keytar }
  return {
    backend: 'keytar',
    get: (account) => keytar.getPassword(serviceName, account),
    set: (account, value) => keytar.setPassword(serviceName, account, value),
    remove: (account) => keytar.deletePassword(serviceName, account),
  }
}
