import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestMails, testMailKeptMs } from '../../../../main/writing/mail/test-mails.ts'

function setUp(fails?: Error) {
  const home = mkdtempSync(join(tmpdir(), 'test-mails-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const folder = join(home, 'test-mails')
  const opened: string[] = []
  const timers: Array<{ ms: number; run: () => void; live: boolean }> = []
  const make = (canOpen = true) =>
    createTestMails({
      folder,
      clock: {
        after(ms, run) {
          const timer = { ms, run, live: true }
          timers.push(timer)
          return () => (timer.live = false)
        },
      },
      log: { write: () => undefined },
      openFile: canOpen
        ? (path) => {
            opened.push(path)
            return fails === undefined ? Promise.resolve() : Promise.reject(fails)
          }
        : undefined,
    })
  return { folder, opened, timers, make }
}

// Others on the machine could read it, or the mail program would not know the file for a message.
test('a test mail is a private file with the extension of a message', async () => {
  const { opened, make } = setUp()
  await make().open('Hello/../wörld.test.eml', 'Subject: a\r\n')
  const [path = ''] = opened
  expect(basename(path)).toBe('mail-Hello-..-wörld.test.eml')
  expect(readFileSync(path, 'utf8')).toBe('Subject: a\r\n')
  if (process.platform !== 'win32') {
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(statSync(dirname(dirname(path))).mode & 0o777).toBe(0o700)
  }
})

// A message with sample values would lie on the disk for good.
test('it is deleted after an hour, at the end and at the next start', async () => {
  const { folder, opened, timers, make } = setUp()
  const mails = make()
  await mails.open('a.eml', 'a')
  await mails.open('b.eml', 'b')
  expect(timers.map(({ ms }) => ms)).toEqual([testMailKeptMs, testMailKeptMs])
  timers[0]?.run()
  expect(opened.map((path) => existsSync(path))).toEqual([false, true])
  mails.stop()
  expect(existsSync(folder)).toBe(false)
  expect(timers[1]?.live).toBe(false)
  mkdirSync(folder)
  writeFileSync(join(folder, 'left.eml'), 'a')
  make()
  expect(existsSync(folder)).toBe(false)
})

// A press a second would fill the disk, and a mail that nobody sees would stay.
test('only the newest are kept, and none that was not opened', async () => {
  const { folder, make } = setUp()
  const mails = make()
  for (let n = 0; n < 25; n++) await mails.open(`${n}.eml`, 'a')
  expect(readdirSync(folder)).toHaveLength(20)
  const failing = setUp(new Error('No program'))
  await expect(failing.make().open('a.eml', 'a')).rejects.toThrow('No program')
  expect(readdirSync(failing.folder)).toEqual([])
})

// A browser that shows the desk may be on another machine's screen: nothing is written where nothing opens it.
test('a host that opens no files says so and writes none', async () => {
  const { folder, make } = setUp()
  await expect(make(false).open('a.eml', 'a')).rejects.toMatchObject({
    code: 'not_supported',
    details: { facts: { reason: 'mail_not_opened_here' } },
  })
  expect(existsSync(folder)).toBe(false)
})
