// The one way out to the system's browser. What is opened comes from pages and from the platform's answers, so it is checked here.
import { shell } from 'electron'
import { DeskError } from '#contract/errors.ts'

const longest = 4_096

/** The address as it would be opened: https, without credentials, of a sane length. Undefined where it is refused. */
export function checkedExternal(address: string): string | undefined {
  if (address.length > longest || !URL.canParse(address)) return undefined
  const { protocol, hostname, username, password, href } = new URL(address)
  return protocol === 'https:' && hostname !== '' && username === '' && password === '' ? href : undefined
}

/** Opens an address in the default browser. Rejects with DeskError `forbidden` what does not pass the check. */
export async function openExternal(address: string): Promise<void> {
  const url = checkedExternal(address)
  if (url === undefined)
    throw new DeskError('forbidden', 'Only https addresses without a user name are opened outside the desk.')
  await shell.openExternal(url)
}
