// keytar is optional: importing it may throw. Its findCredentials ends the process on a locked keyring, so it is never
// called.
import { serviceName, type KeychainDriver } from './driver.ts'

interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** A variable, so that types and bundlers don't demand the package. */
const addon: string = 'keytar'

export async function loadKeytar(): Promise<KeychainDriver> {
  const { default: keytar } = (await import(/* @vite-ignore */ addon)) as { default: Keytar }
  return {
    backend: 'keytar',
    get: (account) => keytar.getPassword(serviceName, account),
    set: (account, value) => keytar.setPassword(serviceName, account, value),
    remove: (account) => keytar.deletePassword(serviceName, account),
  }
}
