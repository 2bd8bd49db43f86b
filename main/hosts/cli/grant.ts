// Where the desk is and the secret that opens it: from the environment or a private file, never from an argument,
// which every program on the machine can read.
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptPort } from '../../core/access/file.ts'
import { defaultProfile } from '../loopback/options.ts'
import { Failure } from './failure.ts'

export interface DeskAccess {
  port: number
  secret: string
}

/** What this file asks of the machine. */
export interface Surroundings {
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
  home: string
}

export interface AccessOptions {
  port?: string | undefined
  grantFile?: string | undefined
  /** The folder of the profile whose kept port is meant. */
  profile?: string | undefined
}

const secretPattern = /^[\w-]{20,512}$/
/** Of a grant, a token, or the fragment of a copied address. */
const secretInArgument = /^[\w-]{43}$|[#?&]g=[\w-]{20}|\bbearer[.\s]/i
const secretFlag = /^--?(?:grant|token|secret|bearer|password|key)(?:=|$)/i
const loopbackHosts = ['127.0.0.1', 'localhost']

/** Refuses a secret among the arguments, whatever it was meant for; it is not repeated. */
export function refuseSecrets(args: readonly string[], secret?: string): void {
  const leaked = args.some(
    (argument) =>
      secretFlag.test(argument) ||
      secretInArgument.test(argument) ||
      secretInArgument.test(argument.slice(argument.indexOf('=') + 1)) ||
      (secret !== undefined && argument.includes(secret)),
  )
  if (leaked)
    throw new Failure(
      2,
      'A grant is never taken from an argument, because other programs can read it there. Put it into a file of mode 600 (--grant-file) or into SHOWDESK_GRANT.',
    )
}

/** The user's own file, read where no other place is named. */
export function defaultGrantFile({ env, platform, home }: Surroundings): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Showdesk', 'grant')
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'showdesk', 'grant')
}

/**
 * The grant of `--grant-file`, else SHOWDESK_GRANT, else the default file. The port that is named, else that of the grant's
 * address, else the one that the profile keeps. Throws Failure 2 where one of them is not there.
 */
export function readAccess(options: AccessOptions, around: Surroundings): DeskAccess {
  const { env } = around
  const named = [
    ['--port', options.port],
    ['SHOWDESK_PORT', env.SHOWDESK_PORT],
  ].find(([, text]) => text !== undefined && text !== '')
  const namedPort = named === undefined ? undefined : portOf(named[1] ?? '', named[0] ?? '')
  const { secret, port } = parseGrant(...grantText(options, around))
  if (options.profile?.trim() === '') throw new Failure(2, '--profile takes the path of a folder.')
  const chosen = namedPort ?? port ?? keptPort(options.profile ?? defaultProfile())
  if (chosen === undefined)
    throw new Failure(
      2,
      'The port of the desk is not known: this profile keeps none. Switch access on under Settings > Access, or name the port with --port or SHOWDESK_PORT.',
    )
  return { port: chosen, secret }
}

function grantText({ grantFile }: AccessOptions, around: Surroundings): [text: string, from: string] {
  const inEnvironment = around.env.SHOWDESK_GRANT
  if (grantFile === undefined && inEnvironment !== undefined && inEnvironment !== '')
    return [inEnvironment, 'SHOWDESK_GRANT']
  const path = grantFile ?? defaultGrantFile(around)
  const text = readPrivate(path, around.platform)
  if (text !== undefined) return [text, path]
  if (grantFile !== undefined) throw new Failure(2, `There is no file ${path}.`)
  throw new Failure(
    2,
    `There is no grant. Make one under Settings > Access, and put it into ${path} (mode 600) or into SHOWDESK_GRANT.`,
  )
}

/** Undefined where there is no such file. */
function readPrivate(path: string, platform: NodeJS.Platform): string | undefined {
  let file
  try {
    file = openSync(path, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Failure(2, `The file ${path} could not be read (${code ?? 'unknown error'}).`)
  }
  try {
    // Of the open file, so that it is the one that is read.
    const { mode } = fstatSync(file)
    if (platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Failure(2, `Others may read the file ${path}. Make it private first: chmod 600 ${path}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(
      2,
      `The file ${path} could not be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    )
  } finally {
    closeSync(file)
  }
}

/** One line: the secret alone, or a copied address with the secret as its fragment. Only loopback is accepted. */
export function parseGrant(text: string, from: string): { secret: string; port?: number } {
  const line = text.trim()
  if (secretPattern.test(line)) return { secret: line }
  const url = URL.canParse(line) ? new URL(line) : undefined
  const secret = new URLSearchParams(url?.hash.slice(1)).get('g') ?? ''
  if (url === undefined || !secretPattern.test(secret))
    throw new Failure(2, `${from} holds neither a grant nor an address with one (http://127.0.0.1:PORT/#g=...).`)
  if (url.protocol !== 'http:' || !loopbackHosts.includes(url.hostname))
    throw new Failure(2, `The address in ${from} is not one of this machine. Showdesk is only reached at 127.0.0.1.`)
  return { secret, port: url.port === '' ? 80 : Number(url.port) }
}

function portOf(text: string, from: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Failure(2, `${from} takes a port, a number from 1 to 65535.`)
  return port
}
