// Every operation once, as whole processes, start included: the desk, bare axios, and newman on the same collection.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endDesk, startDesk } from '../support/desk.ts'
import { median, type Verdict } from './measure.ts'
import { readOperations, sample, type BenchStub } from './support.ts'

const rounds = 5
const newmanVersion = '6.2.1'

export async function benchWhole(stub: BenchStub): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-bench-'))
  const collection = join(folder, 'collection.json')
  writeFileSync(collection, JSON.stringify(toCollection(stub.baseUrl)))
  const newman = ['--yes', `newman@${newmanVersion}`, 'run', collection, '--silent']
  await timed(() => runProcess('npx', newman))
  const desk: number[] = []
  const axios: number[] = []
  const peer: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const measured = [
      await timed(() => throughDesk(stub)),
      await timed(() => runProcess(process.execPath, [join(import.meta.dirname, 'bare-axios.ts'), stub.baseUrl])),
    ]
    if (round === 0) continue
    desk.push(measured[0] ?? Number.NaN)
    axios.push(measured[1] ?? Number.NaN)
    if (round <= 3) peer.push(await timed(() => runProcess('npx', newman)))
  }
  rmSync(folder, { recursive: true })
  const note = `desk ${median(desk).toFixed(0)} ms, axios ${median(axios).toFixed(0)} ms, newman ${median(peer).toFixed(0)} ms`
  return [
    {
      name: 'every operation, desk / bare axios',
      ratio: median(desk) / median(axios),
      bound: 3,
      keep: 'at most',
      note,
    },
    {
      name: 'every operation, newman / desk',
      ratio: median(peer) / median(desk),
      bound: 3,
      keep: 'at least',
      note: 'same run',
    },
  ]
}

async function throughDesk(stub: BenchStub): Promise<void> {
  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', stub.baseUrl] })
  const connection = await desk.connect()
  await connection.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'bench-key' })
  await connection.call('credentials.save', {
    environment: 'development',
    credential: 'session',
    value: { token: 'bench-session' },
  })
  for (const operation of readOperations()) {
    const { path, body } = sample(operation)
    const request = { operation: operation.key, path, ...(body === undefined ? {} : { body }) }
    if (operation.kind === 'read') await connection.call('platform.read', request)
    else {
      const intent = await connection.call('ledger.submit', request)
      if (intent.state !== 'confirmed')
        throw new Error(`${operation.key} ended ${intent.state}: ${intent.error?.message ?? ''}`)
    }
  }
  connection.close()
  await endDesk(desk)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function runProcess(command: string, args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', fail)
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${command} ended with ${code}`))))
  })
}

function toCollection(baseUrl: string) {
  return {
    info: { name: 'Showdesk bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: readOperations().map((operation) => {
      const { url, body } = sample(operation)
      return {
        name: operation.key,
        request: {
          method: operation.method,
          header: [
            { key: 'X-Service-API-Key', value: 'bench' },
            { key: 'Content-Type', value: 'application/json' },
          ],
          url: `${baseUrl}${url}`,
          ...(body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body) } }),
        },
      }
    }),
  }
}
