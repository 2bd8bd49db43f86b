import { parseArgs } from 'node:util'
import { explainFlags } from '../loopback/flags.ts'
import { Failure } from './failure.ts'

export const usage = `Showdesk from the command line.

  showdesk call METHOD [JSON | - | @FILE]   calls a method; - reads its parameters from stdin
  showdesk watch [EVENT...]                 prints each event as one line of JSON, until Ctrl-C
  showdesk serve [FLAGS]                    runs the desk itself; serve --help lists its flags
  showdesk mcp                              gives an assistant the desk's reads and drafts (MCP over stdio)

  --grant-file PATH    file with the grant, of mode 600 (default: SHOWDESK_GRANT, else showdesk/grant in the user's
                       configuration folder)
  --port N             port of the desk on 127.0.0.1 (default: SHOWDESK_PORT, else the port in the grant's address,
                       else the one that the profile keeps)
  --profile DIR        the profile whose port is meant (default: the usual folder of the desk)
  --version            the version
  --help               this text

The grant is a secret of Settings > Access, or the whole address copied there. It is never taken from an argument.
Exit codes: 0 done, 1 refused by the desk, 2 wrong usage, 3 the desk was not reached.
Methods and events: docs/control-api.md
`

export interface ClientOptions {
  positionals: string[]
  port?: string | undefined
  grantFile?: string | undefined
  profile?: string | undefined
  help: boolean
}

const flags = {
  port: { type: 'string' },
  'grant-file': { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Flags and words of `call`, `watch` and `mcp`. Throws Failure 2 for an unknown flag. */
export function parseClientOptions(args: string[]): ClientOptions {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: flags })
    return {
      positionals,
      port: values.port,
      grantFile: values['grant-file'],
      profile: values.profile,
      help: values.help,
    }
  } catch (error) {
    throw new Failure(2, explainFlags(error, Object.keys(flags)), true)
  }
}
