import { fork, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'

export interface BenchStub {
  baseUrl: string
  echoUrl: string
  stop(): void
}

/** Starts stub.ts as a process; it ends with this one. */
export async function startBenchStub(): Promise<BenchStub> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'stub.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = child
  if (stdout === null) throw new Error('The stub has no stdout')
  const line = await new Promise<string>((done) => createInterface({ input: stdout }).once('line', done))
  const { port } = JSON.parse(line) as { port: number }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    echoUrl: `ws://127.0.0.1:${port}/echo`,
    stop: () => void child.kill('SIGTERM'),
  }
}

export interface BenchOperation {
  key: string
  method: string
  path: string
  product: string
  kind: string
}

/** From the catalog's snapshot. */
export function readOperations(): BenchOperation[] {
  const text = readFileSync(join(import.meta.dirname, '../contract/catalog.snapshot.tsv'), 'utf8')
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const column = (name: string) => head?.indexOf(name) ?? -1
  return rows.map((row) => {
    const key = row[column('key')] ?? ''
    const [method = '', path = ''] = key.split(' ')
    return { key, method, path, product: '', kind: row[column('kind')] ?? '' }
  })
}

/** The same small parameters and body for every contender. */
export function sample(operation: BenchOperation): {
  path: Record<string, string>
  url: string
  body: Record<string, never> | undefined
} {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return {
    path: Object.fromEntries(names.map((name) => [name, 'rec_1'])),
    url: operation.path.replace(/\{\w+\}/g, 'rec_1'),
    body: operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {},
  }
}
