import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import {
  confirmed,
  createFakeClient,
  createFakeClock,
  createFakeVault,
  operations,
  quietLog,
  settle,
} from './support.ts'

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'crash-'))
})
afterEach(() => rm(base, { recursive: true, force: true }))

/** Runs the child and kills it without warning after so many of its answers. */
async function killAfter(folder: string, platform: string, answers: number): Promise<string[]> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'crash-child.ts'), folder, platform], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    if (out.split('\n').length > answers) child.kill('SIGKILL')
  })
  await once(child, 'close')
  expect(errors).toBe('')
  return out.split('\n').slice(1, -1)
}

/** The child's three people and the four writes at a time that leave the queue by themselves. */
const mostConnections = 3 + 4

/** How many writes the next start will call unknown, read from a copy: the next start is the first to open what the crash left. */
async function countSending(folder: string): Promise<number> {
  const copy = join(base, 'copy')
  await cp(folder, copy, { recursive: true })
  const database = new DatabaseSync(join(copy, 'showdesk.db'))
  const row = database.prepare("SELECT count(*) AS n FROM intents WHERE state = 'sending'").get()
  database.close()
  await rm(copy, { recursive: true })
  return Number(row?.n)
}

// Catches every way in which kill -9 could lose or double a write: an answer without a row, an effect without an intent on disk,
// a `sending` that is forgotten, a second effect under one reference, and more writes in doubt than one for each connection in use.
test('killed at any point, nothing is lost and nothing is doubled', async () => {
  const folder = join(base, 'profile')
  const platform = join(base, 'platform.txt')
  const answers: string[] = []
  for (const moment of [1, 7, 23, 40]) {
    answers.push(...(await killAfter(folder, platform, moment)))
    expect(await countSending(folder)).toBeLessThanOrEqual(mostConnections)
  }
  const effects = readFileSync(platform, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

  const clock = createFakeClock(Date.now())
  const database = await openProfile({ folder, clock, log: quietLog })
  expect(database.statement('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const client = createFakeClient(clock)
  client.onRead = () => ({ items: [{ id: 'x' }] })
  client.onWrite = () => confirmed()
  const ledger = createLedger({
    database,
    client,
    operations,
    vault: createFakeVault(),
    clock,
    log: quietLog,
    environment: () => 'rehearsal',
    account: () => undefined,
    redact: (value) => value,
  })
  const wire = Number(database.statement("SELECT count(*) AS n FROM intents WHERE state = 'sending'").get()?.n)
  ledger.start()
  expect(ledger.counts().sending).toBeLessThanOrEqual(4)
  expect(ledger.counts().unknown).toBeGreaterThanOrEqual(wire)
  await settle()

  const byReference = new Map<string, string>()
  for (let before: string | undefined; ;) {
    const page = ledger.list({ limit: 500, ...(before !== undefined && { before }) })
    for (const intent of page.items) byReference.set(intent.reference, intent.state)
    if (page.next === undefined) break
    before = page.next
  }
  for (const line of answers) {
    const [, reference = '', state = ''] = line.split(' ')
    const now = byReference.get(reference)
    if (state === 'queued') expect(['queued', 'confirmed', 'unknown', 'sending'], line).toContain(now)
    else expect(now, line).toBe(state)
  }
  expect(new Set(effects).size).toBe(effects.length)
  for (const reference of effects) expect(['confirmed', 'unknown'], reference).toContain(byReference.get(reference))
  const twice = client.sent.filter(({ reference }) => effects.includes(reference))
  expect(twice).toEqual([])

  await ledger.stop(0).catch(() => undefined)
  database.close()
  expect(existsSync(join(folder, 'showdesk.db-wal'))).toBe(false)
}, 60_000)
