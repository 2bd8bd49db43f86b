import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import { readLogLines } from '../../../main/maintenance/log-lines.ts'
import { createLogTee, createProfileLog } from '../../../main/maintenance/profile-log.ts'
import { createRedactor } from '../../../main/core/keychain/redact.ts'
import type { LogLevel } from '../../../main/core/ports.ts'
import { createTestClock, temporary } from './desk.ts'

function open(folder = join(temporary(), 'logs'), least: LogLevel = 'debug') {
  const redactor = createRedactor()
  const log = createProfileLog({ folder, redactor, clock: createTestClock(), least })
  onTestFinished(() => log.close())
  return { folder, redactor, log }
}
const all = (folder: string, limit = 10_000) => readLogLines(folder, limit, () => true)

// Catches a secret in the log, in the message or within a field, and a file that others may read.
test("lines are redacted, JSON, and the owner's alone", async () => {
  const { folder, redactor, log } = open()
  redactor.learn('a-known-secret')
  log.write('warn', 'Sent a-known-secret to it', {
    url: 'https://example.org/?key=a-known-secret',
    apiKey: 'typed-in',
    cause: new Error('a-known-secret failed'),
  })
  await log.flush()
  const text = readFileSync(join(folder, 'showdesk.log'), 'utf8')
  expect(text).not.toMatch(/a-known-secret|typed-in/)
  expect(JSON.parse(text)).toMatchObject({
    level: 'warn',
    message: `Sent ${mask} to it`,
    fields: { apiKey: mask, cause: { message: `${mask} failed` } },
  })
  expect(statSync(join(folder, 'showdesk.log')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

// Catches a log that grows for ever, loses lines when it turns over, or reads them in the wrong order.
test('five files of 1 MB are kept and read as one, newest first', async () => {
  const { folder, log } = open()
  const filler = 'x'.repeat(4_000)
  const count = 1_800
  for (let index = 0; index < count; index += 1) {
    log.write('info', `line ${index} ${filler}`)
    if (index % 100 === 0) await log.flush()
  }
  await log.flush()
  const files = readdirSync(folder)
  expect(files).toHaveLength(5)
  for (const file of files) {
    expect(statSync(join(folder, file)).size).toBeLessThan(1.1 * 1024 * 1024)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  }
  const numbers = (await all(folder)).map(({ message }) => Number(message.split(' ')[1]))
  expect(numbers).toEqual(numbers.map((_, index) => count - 1 - index))
  expect(numbers.length).toBeGreaterThan(1_000)
  expect(await all(folder, 7)).toHaveLength(7)
})

// Catches a log that throws at whoever writes to it: a circular field, a folder that can't be written, a log that is closed.
test('writing never throws', async () => {
  const { folder, log } = open()
  const circle: Record<string, unknown> = { big: 10n }
  circle.self = circle
  log.write('info', 'circular', circle)
  log.write('info', 'big', { big: 10n, long: 'y'.repeat(100_000) })
  await log.flush()
  expect((await all(folder)).map(({ message }) => message)).toEqual(['big', 'circular'])
  await log.close()
  await log.close()
  log.write('info', 'late')
  await log.flush()

  const blocked = join(temporary(), 'logs')
  writeFileSync(blocked, 'a file where the folder should be')
  const other = open(blocked).log
  other.write('error', 'nowhere')
  await other.flush()

  const directory = join(temporary(), 'logs')
  mkdirSync(join(directory, 'showdesk.log'), { recursive: true })
  const third = open(directory).log
  third.write('error', 'nowhere')
  await third.flush()
  await third.close()
})

// Catches lines that are lost at the end of the process.
test('close writes what waits', async () => {
  const { folder, log } = open()
  for (let index = 0; index < 500; index += 1) log.write('info', `line ${index}`)
  await log.close()
  expect(await all(folder)).toHaveLength(500)
})

// Catches a torn or foreign line that keeps the rest from being read, and a log that is made before there is anything to say.
test('unreadable lines are left out', async () => {
  const { folder, log } = open()
  expect(existsSync(folder)).toBe(false)
  expect(await all(folder)).toEqual([])
  log.write('info', 'whole')
  await log.flush()
  writeFileSync(
    join(folder, 'showdesk.log'),
    `{"at":"x","level":"loud","message":""}\n{"at":"2026\n${readFileSync(join(folder, 'showdesk.log'), 'utf8')}`,
  )
  chmodSync(join(folder, 'showdesk.log'), 0o600)
  expect((await all(folder)).map(({ message }) => message)).toEqual(['whole'])
})

// Catches a level that is filtered for both, and one log that keeps the other from its line.
test('a tee writes to both', async () => {
  const lines: string[] = []
  const { folder, log } = open(undefined, 'warn')
  const both = createLogTee({ write: (level) => void lines.push(level) }, log)
  both.write('info', 'one')
  both.write('error', 'two')
  await log.flush()
  expect(lines).toEqual(['info', 'error'])
  expect((await all(folder)).map(({ message }) => message)).toEqual(['two'])
})
