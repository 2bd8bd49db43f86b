import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DeskError } from '#contract/errors.ts'
import { environmentIds, type EnvironmentId } from '#contract/models.ts'
import { explainFlags } from './flags.ts'

export interface HostOptions {
  profile: string
  /** Undefined: the one that the profile keeps, else a free one. */
  port?: number
  environment?: EnvironmentId
  baseUrl?: string
  /** What was saved for another address may be used. */
  confirmOrigin?: true
  json: boolean
  /** The page is opened in the default browser, also that of a desk that runs already. */
  open: boolean
  /** The desk that has the profile is ended. */
  quit: boolean
  help: boolean
  version: boolean
}

export const usage = `Showdesk on loopback: serves the desk to this machine's browsers and scripts.

  --profile DIR        the folder that keeps drafts, the ledger and settings (default: ${defaultProfile()})
  --port N             port on 127.0.0.1 for this run; 0 picks a free one (default: that of Settings, Access,
                       else a free one)
  --environment ID     ${environmentIds.join(', ')}
  --base-url URL       address of that environment; kept for later starts
  --confirm-origin     credentials and secrets that were saved for another address may go to this one
  --open               open the desk in the default browser, also one that runs already
  --quit               end the desk that runs with this profile
  --json               print one JSON line with url, bridge, token and pid on stdout
  -v, --version        the version
  -h, --help           this text
`

/** Where the desk keeps everything unless another folder is named. */
export function defaultProfile(): string {
  const home = homedir()
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Showdesk')
  if (process.platform === 'win32') return join(folderIn('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'Showdesk')
  return join(folderIn('XDG_DATA_HOME') ?? join(home, '.local', 'share'), 'showdesk')
}

/** What the system names in a variable, unless it is empty or relative: that would mean the current folder. */
function folderIn(name: string): string | undefined {
  const folder = process.env[name]
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}

const flags = {
  profile: { type: 'string' },
  port: { type: 'string' },
  environment: { type: 'string' },
  'base-url': { type: 'string' },
  'confirm-origin': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  open: { type: 'boolean', default: false },
  quit: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const

/** Throws DeskError `invalid_input` with the flag. */
export function parseHostOptions(args: string[]): HostOptions {
  let values
  try {
    values = parseArgs({ args, options: flags }).values
  } catch (error) {
    const said = explainFlags(error, Object.keys(flags))
    throw new DeskError('invalid_input', said, { facts: { reason: 'flag_not_valid', said } })
  }
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && (!/^\d+$/.test(values.port ?? '') || port > 65_535))
    throw wrong('port', 'a number from 0 to 65535')
  // An empty text is an unset shell variable, and would mean the current folder.
  if (values.profile?.trim() === '') throw wrong('profile', 'the path of a folder')
  if (values['base-url']?.trim() === '') throw wrong('base-url', 'an address')
  const { environment } = values
  if (environment !== undefined && !isEnvironment(environment))
    throw wrong('environment', `one of ${environmentIds.join(', ')}`)
  return {
    profile: resolve(values.profile ?? defaultProfile()),
    ...(port === undefined ? {} : { port }),
    ...(environment === undefined ? {} : { environment }),
    ...(values['base-url'] === undefined ? {} : { baseUrl: values['base-url'] }),
    ...(values['confirm-origin'] && { confirmOrigin: true }),
    json: values.json,
    open: values.open,
    quit: values.quit,
    help: values.help,
    version: values.version,
  }
}

function isEnvironment(text: string): text is EnvironmentId {
  return (environmentIds as readonly string[]).includes(text)
}

function wrong(flag: string, expected: string): DeskError {
  return new DeskError('invalid_input', `--${flag} takes ${expected}.`, { facts: { reason: 'flag_not_valid', flag } })
}
