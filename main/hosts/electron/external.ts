// The only way to the system's browser. Addresses come from pages and from the platform's answers, so they are checked.
import { extname } from 'node:path'
import { shell } from 'electron'
import { DeskError } from '#contract/errors.ts'

const longest = 4_096

/** The address that would be opened: https, without credentials, not too long. Undefined where it is refused. */
export function checkedExternal(address: string): string | undefined {
  if (address.length > longest || !URL.canParse(address)) return undefined
  const { protocol, hostname, username, password, href } = new URL(address)
  return protocol === 'https:' && hostname !== '' && username === '' && password === '' ? href : undefined
}

/** Opens a message that the desk wrote, with the system's mail program. */
export async function openMail(path: string): Promise<void> {
  const problem = extname(path) === '.eml' ? await shell.openPath(path) : 'Not a message.'
  if (problem !== '')
    throw new DeskError('internal', `The message was not opened: ${problem}`, { facts: { reason: 'mail_not_opened' } })
}

/** Rejects with DeskError `forbidden` what does not pass the check. */
export async function openExternal(address: string): Promise<void> {
  const url = checkedExternal(address)
  if (url === undefined)
    throw new DeskError('forbidden', 'Only https addresses without a user name are opened outside the desk.', {
      facts: { reason: 'address_not_opened' },
    })
  await shell.openExternal(url)
}
