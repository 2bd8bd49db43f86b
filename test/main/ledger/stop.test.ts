import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { Intent, Notice } from '#contract/models.ts'
import { ownMounts } from '../../support/own-mounts.ts'
import { temporary } from '../storage/support.ts'
import type { StopCommand } from './stop-child.ts'

/** A desk on a disk of its own. */
function desk(folder: string, size: string) {
  const child = spawn(
    'unshare',
    [
      ...(ownMounts ?? []),
      ...['sh', '-c', `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`, folder],
      ...[process.execPath, resolve(import.meta.dirname, 'stop-child.ts'), folder],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (command: StopCommand): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(command)}\n`)
    const { value } = await lines.next()
    return JSON.parse(String(value))
  }
  const call = async (method: string, params: object) =>
    (await ask({ do: 'call', method, params })) as { ok: boolean; data: unknown; error: { code: string } }
  const shell = (script: string) => ask({ do: 'shell', with: script })
  return {
    call,
    shell,
    sent: async () => (await ask({ do: 'sent' })) as string[],
    restart: () => ask({ do: 'restart' }),
    press: (details: object, press: string = randomUUID()) =>
      call('ledger.submit', {
        operation: 'PUT /api/video/event/update',
        body: { options: { providerName: 'Main' }, details: { streamId: 's1', ...details } },
        press,
      }),
    notices: async () => ((await call('desk.info', {})).data as { notices: Notice[] }).notices.map(({ code }) => code),
    state: async (id: string) => ((await call('ledger.get', { id })).data as Intent).state,
    /** Until nothing more can be written. */
    async fill(): Promise<void> {
      await shell('head -c 99000000 /dev/zero > "$1/others" 2> /dev/null || true')
      for (let n = 0; n < 200; n += 1) {
        const body = { name: 'x'.repeat(50_000) }
        const { ok } = await call('drafts.save', { operation: 'PUT /api/video/event/update', title: `${n}`, body })
        if (!ok) break
      }
      await shell('head -c 99000000 /dev/zero > "$1/rest" 2> /dev/null || true')
    },
  }
}

const start = { started: true }
const stop = { started: true, stopped: true }
const pause = { started: true, paused: true }
const reserve = (one: ReturnType<typeof desk>) =>
  expect.poll(() => one.shell('ls "$1" | grep reserve || true')).toBe('reserve\n')

// Catches a full disk, as by a recording, on which what is on the air can't be ended.
test.skipIf(ownMounts === undefined)('on a full disk stop and pause leave, and are kept', async () => {
  const one = desk(await temporary(), '48m')
  await reserve(one)
  await one.fill()
  expect(await one.press(start)).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect(await one.press(pause)).toMatchObject({ ok: true, data: { state: 'confirmed' } })
  const { data } = await one.press(stop)
  expect(data).toMatchObject({ state: 'confirmed' })
  expect(await one.sent()).toHaveLength(2)
  expect(await one.notices()).not.toContain('stop_not_kept')
  await one.restart()
  expect(await one.state((data as Intent).id)).toBe('confirmed')
})

// Catches a stop that waits for room that is used up, one that is sent twice for one press, and one that nobody hears of.
test.skipIf(ownMounts === undefined)('without any room stop leaves once, is said, and is kept later', async () => {
  const one = desk(await temporary(), '48m')
  await reserve(one)
  await one.fill()
  await one.shell('rm "$1/reserve"; head -c 99000000 /dev/zero > "$1/more" 2> /dev/null || true')
  const press = randomUUID()
  for (let time = 0; time < 3; time += 1)
    expect(await one.press(stop, press)).toMatchObject({ ok: true, data: { state: 'confirmed' } })
  expect(await one.sent()).toHaveLength(1)
  expect(await one.notices()).toContain('stop_not_kept')
  const { data } = await one.press(stop, press)
  const { id } = data as Intent
  expect(await one.state(id)).toBe('confirmed')
  await one.shell('rm "$1/others" "$1/rest" "$1/more"')
  await one.restart()
  expect(await one.state(id)).toBe('confirmed')
  expect(await one.press(stop, press)).toMatchObject({ ok: true, data: { id } })
  expect(await one.sent()).toHaveLength(1)
})

// Catches a profile whose files can't be written any more, or are gone, while something is on the air.
test.skipIf(ownMounts === undefined).each([
  ['not written any more', 'prlimit --pid=$PPID --fsize=1:1'],
  ['deleted', 'rm -r "$1"/* 2> /dev/null || true'],
  ['unmounted', 'umount -l "$1"'],
])('with a profile that is %s stop leaves once', async (_, script) => {
  const one = desk(await temporary(), '48m')
  expect(await one.press(start)).toMatchObject({ ok: true, data: { state: 'confirmed' } })
  await one.shell(script)
  const press = randomUUID()
  for (let time = 0; time < 3; time += 1)
    expect(await one.press(stop, press)).toMatchObject({ ok: true, data: { state: 'confirmed' } })
  expect(await one.press(pause)).toMatchObject({ ok: true, data: { state: 'confirmed' } })
  expect(await one.sent()).toHaveLength(3)
})
