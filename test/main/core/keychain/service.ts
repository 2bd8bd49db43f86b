import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadKeytar } from '../../../../main/core/keychain/keytar.ts'

/** Whether the tests run beside a Secret Service of their own (test/support/secret-service.sh). */
export const withService = process.env.SHOWDESK_SECRET_SERVICE === '1'
export const noService = 'no Secret Service here, start the tests with bash test/support/secret-service.sh'

/** Whether keytar's addon was built here; npm leaves it out where it can't be. */
export const withKeytar = await loadKeytar().then(
  () => true,
  () => false,
)
export const noKeytar = 'the addon of keytar is not here; the beginning of the run says why'

const wrapper = resolve(import.meta.dirname, '../../../support/secret-service.sh')
const child = join(import.meta.dirname, 'keychain-child.ts')

interface Answer {
  step: string
  outcome: string
  value?: string
  reason?: string
  backend: string
  why?: string
}

export interface ChildRun {
  answers: Answer[]
  /** null where it had to be killed. */
  code: number | null
  stderr: string
}

/** Runs the steps in a child process; `within` is put before its command line. It is killed where it does not end by itself. */
export async function runChild(options: {
  backend: string
  deadlineMs?: number
  steps: string[]
  within?: string[]
  env?: NodeJS.ProcessEnv
}): Promise<ChildRun> {
  const { backend, deadlineMs = 5_000, steps, within = [], env = process.env } = options
  const [command = '', ...args] = [...within, process.execPath, child, backend, String(deadlineMs), ...steps]
  const running = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const killer = setTimeout(() => running.kill('SIGKILL'), 60_000)
  const exited = new Promise<number | null>((done) => running.on('close', done))
  const [stdout, stderr] = await Promise.all([text(running.stdout), text(running.stderr)])
  const code = await exited
  clearTimeout(killer)
  const answers = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Answer)
  return { answers, code, stderr }
}

/** A Secret Service for the child alone, so that locking or stopping it disturbs no other test. */
export const ownService = ['bash', wrapper]
