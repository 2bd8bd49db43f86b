import { homedir } from 'node:os'
import { DeskError } from '#contract/errors.ts'
import { version } from '../../../package.json'
import { parseCall, runCall } from './call.ts'
import { sentenceOf } from './client.ts'
import { Failure, type ExitCode } from './failure.ts'
import { readAccess, refuseSecrets, type DeskAccess } from './grant.ts'
import { parseClientOptions, usage, type ClientOptions } from './options.ts'
import type { Terminal } from './terminal.ts'
import { parseEvents, runWatch } from './watch.ts'

export interface CliParts {
  terminal: Terminal
  /** The built page, for `serve`. */
  renderer: string
  env: NodeJS.ProcessEnv
  /** SIGINT and SIGTERM. */
  signal: AbortSignal
}

/** Runs one command; answers its exit code, undefined for one that stays and sets its own. */
export async function runCli(args: string[], parts: CliParts): Promise<ExitCode | undefined> {
  const { terminal } = parts
  const [command, ...rest] = args
  try {
    refuseSecrets(args)
    switch (command) {
      case '--version':
      case '-v':
        terminal.out(`${version}\n`)
        return 0
      case '--help':
      case '-h':
      case 'help':
        terminal.out(usage)
        return 0
      case 'call':
      case 'watch':
      case 'mcp':
        return await runClient(command, rest, parts)
      case 'serve': {
        const { runHost } = await import('../loopback/main.ts')
        await runHost(rest, parts.renderer)
        return undefined
      }
      case undefined:
        throw new Failure(2, 'Name a command.', true)
      default:
        throw new Failure(2, `There is no command ${command}.`, true)
    }
  } catch (error) {
    return explain(error, terminal)
  }
}

async function runClient(
  command: 'call' | 'watch' | 'mcp',
  args: string[],
  parts: CliParts,
): Promise<ExitCode | undefined> {
  const { terminal, signal } = parts
  const options = parseClientOptions(args)
  if (options.help) {
    terminal.out(usage)
    return 0
  }
  const { positionals } = options
  switch (command) {
    case 'call': {
      const call = parseCall(positionals)
      await runCall(call, accessOf(options, args, parts), terminal)
      return 0
    }
    case 'watch': {
      const events = parseEvents(positionals)
      await runWatch(events, accessOf(options, args, parts), terminal, signal)
      return 0
    }
    case 'mcp': {
      if (positionals.length > 0) throw new Failure(2, 'mcp takes no words, only flags.', true)
      const access = accessOf(options, args, parts)
      const { runMcp } = await import('./mcp/server.ts')
      await runMcp(access, terminal, signal)
      return 0
    }
  }
}

function accessOf(options: ClientOptions, args: string[], { env }: CliParts): DeskAccess {
  const access = readAccess(options, { env, platform: process.platform, home: homedir() })
  refuseSecrets(args, access.secret)
  return access
}

function explain(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof DeskError) {
    terminal.say(sentenceOf(error))
    return 1
  }
  if (!(error instanceof Failure)) throw error
  terminal.say(error.usage ? `${error.message}\n\n${usage}` : error.message)
  return error.exitCode
}
