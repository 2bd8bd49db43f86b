import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './places.ts'

/** A terminal signals the whole process group; a second SIGINT would kill. */
const passed: readonly NodeJS.Signals[] = process.stdin.isTTY ? ['SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the project's folder, forwards signals to it and waits for its end. Rejects where it can't be
 * started.
 */
export function run(
  command: string,
  args: string[],
  options: SpawnOptions & { started?: (child: ChildProcess) => void },
): Promise<number> {
  const { started, ...rest } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, windowsHide: true, ...rest })
    const forward = (signal: NodeJS.Signals) => void child.kill(signal)
    const stay = () => undefined
    const forget = () => {
      for (const signal of passed) process.off(signal, forward)
      process.off('SIGINT', stay)
    }
    for (const signal of passed) process.on(signal, forward)
    process.on('SIGINT', stay)
    child.once('error', (error) => {
      forget()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      forget()
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
    started?.(child)
  })
}
