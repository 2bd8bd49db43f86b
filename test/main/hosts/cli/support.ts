import { Readable } from 'node:stream'
import { runCli } from '../../../../main/hosts/cli/run.ts'
import type { ExitCode } from '../../../../main/hosts/cli/failure.ts'
import type { Terminal } from '../../../../main/hosts/cli/terminal.ts'

export interface Ran {
  code: ExitCode | undefined
  out: string
  said: string
}

export interface Recorded extends Terminal {
  printed: string[]
  sentences: string[]
}

/** A terminal that keeps what was written. */
export function recordedTerminal(stdin = '', wide = false): Recorded {
  const printed: string[] = []
  const sentences: string[] = []
  return {
    stdin: Readable.from([stdin]),
    out: (text) => void printed.push(text),
    say: (sentence) => void sentences.push(sentence),
    wide,
    printed,
    sentences,
  }
}

/** One command, as `showdesk ARGS` would run it. */
export async function cli(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  { stdin = '', wide = false } = {},
): Promise<Ran> {
  const terminal = recordedTerminal(stdin, wide)
  const { signal } = new AbortController()
  const code = await runCli(args, { terminal, renderer: '', env: { XDG_CONFIG_HOME: '/nowhere', ...env }, signal })
  return { code, out: terminal.printed.join(''), said: terminal.sentences.join('\n') }
}
