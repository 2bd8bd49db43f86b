import { spawn } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** The project's own tools come first. */
export const toolEnvironment = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  FORCE_COLOR: process.env.FORCE_COLOR ?? '0',
}

export interface StepOptions {
  cwd?: string
  /** Changes the output before it is printed. */
  rewrite?: (printed: string) => string
}

/** Prints the output at the end, as checks run side by side. Answers whether it passed. */
export async function step(name: string, command: string, args: string[], options: StepOptions = {}): Promise<boolean> {
  const start = performance.now()
  const printed: string[] = []
  const code = await new Promise<number>((done) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: toolEnvironment,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
    child.on('error', () => done(127))
    child.on('close', (ended) => done(ended ?? 1))
  })
  const output = printed.join('')
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(
    `${options.rewrite?.(output) ?? output}${code === 0 ? 'passed' : 'FAILED'}: ${name} (${seconds} s)\n`,
  )
  return code === 0
}
