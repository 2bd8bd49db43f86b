import type { Readable } from 'node:stream'

/** Where the command line reads and writes. */
export interface Terminal {
  stdin: Readable
  out: (text: string) => void
  /** A sentence for a person, on stderr. */
  say: (sentence: string) => void
  /** A person looks at stdout. */
  wide: boolean
}

/** The process's own streams. A reader that has left ends the program without a complaint. */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  // Nobody is left to hear it.
  process.stderr.on('error', () => undefined)
  return {
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    say: (sentence) => void process.stderr.write(`showdesk: ${sentence}\n`),
    wide: process.stdout.isTTY,
  }
}
