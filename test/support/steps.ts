import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** The project's own tools come first. */
export const toolEnvironment = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  FORCE_COLOR: process.env.FORCE_COLOR ?? '0',
}

/** A program of the project's packages runs on this Node itself, since Windows starts no script by its name. */
export function commandOf(name: string, args: string[]): [command: string, args: string[]] {
  const folder = join(root, 'node_modules', name)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return [name, args]
  const { bin = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: Record<string, string> }
  const script = bin[name]
  return script === undefined ? [name, args] : [process.execPath, [join(folder, script), ...args]]
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
    const child = spawn(...commandOf(command, args), {
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
