// From process start to the host's first line, against a Node that does nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { hostBundle, temporaryProfile } from '../support/desk.ts'
import { median, type Verdict } from './measure.ts'

const rounds = 15

export async function benchStart(): Promise<Verdict[]> {
  const profile = temporaryProfile()
  const host: number[] = []
  const bare: number[] = []
  for (let round = -2; round < rounds; round += 1) {
    const times = [await firstLine(profile), await nothing()]
    if (round < 0) continue
    host.push(times[0] ?? Number.NaN)
    bare.push(times[1] ?? Number.NaN)
  }
  rmSync(join(profile, '..'), { recursive: true })
  return [
    {
      name: "the host's first line / node -e 0",
      ratio: median(host) / median(bare),
      bound: 6,
      keep: 'at most',
      note: `${median(host).toFixed(0)} ms against ${median(bare).toFixed(0)} ms`,
    },
  ]
}

async function firstLine(profile: string): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, [hostBundle, '--profile', profile, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const time = performance.now() - start
  child.kill('SIGTERM')
  await ended
  return time
}

async function nothing(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - start
}
