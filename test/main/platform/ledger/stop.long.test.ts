import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { Firing, FiringPlan } from '#contract/air/firing.ts'
import type { CommandTarget } from '#contract/commands.ts'
import type { Intent, Notice } from '#contract/models.ts'
import { ownMounts } from '../../../support/own-mounts.ts'
import { temporary } from '../../core/storage/support.ts'
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
    commands: async () => ((await ask({ do: 'software' })) as { commands: string[] }).commands,
    /** A stream with three destinations and the streaming software, all on the air. */
    async goOnAir(): Promise<void> {
      const { address } = (await ask({ do: 'software' })) as { address: string }
      const saved = await call('encoder.save', { name: 'Studio', address })
      const [{ id } = { id: '' }] = (saved.data as { encoders: { id: string }[] }).encoders
      await call('encoder.use', { id })
      await expect
        .poll(async () => (await call('encoder.state', {})).data)
        .toMatchObject({ link: 'connected', stream: { active: true } })
      await call('broadcast.choose', { environment, stream: { id: 's1', name: 'Main' } })
    },
    /** What a press of the end says, as often as the same press comes again. */
    async armEnd() {
      const { shown } = (await call('firing.plan', { kind: 'end' })).data as FiringPlan
      const fire = { kind: 'end', shown, environment, press: randomUUID(), pressedAt: new Date().toISOString() }
      return () => call('firing.fire', fire)
    },
    press: (details: object, press: string = randomUUID()) =>
      call('ledger.submit', {
        operation: 'PUT /api/video/event/update',
        body: { options: { providerName: 'Main' }, details: { streamId: 's1', ...details } },
        press,
      }),
    /** As the live view presses for a destination that it shows. */
    async armStop(name: string) {
      const listed = async () => {
        const { targets } = (await call('command.list', {})).data as { targets: CommandTarget[] }
        return targets.filter((one) => one.command === 'stop' && one.name === name)
      }
      await expect.poll(listed).toHaveLength(1)
      const [{ command, record, shown }] = (await listed()) as [CommandTarget]
      const { id: saw } = (await call('command.newest', { command, record, environment })).data as { id: string | null }
      const pressedAt = new Date().toISOString()
      return () => call('command.run', { command, record, shown, saw, environment, pressedAt, press: randomUUID() })
    },
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

const environment = 'development'
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
  expect(await one.notices()).toContain('stop_not_kept')
})

// Catches a stop of the live view that needs the profile before it reaches the ledger.
test.skipIf(ownMounts === undefined).each([
  ['full without any room', 'rm "$1/reserve"; head -c 99000000 /dev/zero > "$1/more" 2> /dev/null || true'],
  ['not written any more', 'prlimit --pid=$PPID --fsize=1:1'],
  ['deleted', 'rm -r "$1"/* 2> /dev/null || true'],
  ['unmounted', 'umount -l "$1"'],
])('with a profile that is %s a destination is stopped from the live view', async (_, script) => {
  const one = desk(await temporary(), '48m')
  await reserve(one)
  await one.goOnAir()
  const press = await one.armStop('Alpha')
  if (script.startsWith('rm "')) await one.fill()
  await one.shell(script)
  expect(await press()).toMatchObject({ ok: true, data: { outcome: 'sent', intent: { state: 'confirmed' } } })
  expect(await one.sent()).toEqual([expect.stringContaining('"Alpha"')])
  expect(await one.notices()).toContain('stop_not_kept')
})

// Catches an end of the whole show that the disk keeps on the air, in part or whole, one that sends a stop twice, and one
// whose lost record nobody hears of.
test.skipIf(ownMounts === undefined).each([
  ['full', undefined, true],
  ['full without any room', 'rm "$1/reserve"; head -c 99000000 /dev/zero > "$1/more" 2> /dev/null || true', false],
  ['not written any more', 'prlimit --pid=$PPID --fsize=1:1', false],
  ['gone', 'umount -l "$1"', false],
])('on a disk that is %s the end stops each destination and the software once', async (_, script, isKept) => {
  const one = desk(await temporary(), '48m')
  await reserve(one)
  await one.goOnAir()
  if (script === undefined || script.startsWith('rm')) await one.fill()
  if (script !== undefined) await one.shell(script)
  const press = await one.armEnd()
  const fired = await press()
  expect(fired).toMatchObject({ ok: true, data: { kind: 'end' } })
  const { id } = fired.data as Firing
  expect(await press()).toMatchObject({ ok: true, data: { id } })
  const firing = async () => (await one.call('firing.get', { id })).data as Firing
  await expect.poll(async () => (await firing()).state, { timeout: 30_000 }).not.toBe('running')
  const ended = await firing()
  expect(ended, JSON.stringify(ended.steps)).toMatchObject({ state: 'done' })
  expect(await press()).toMatchObject({ ok: true, data: { id } })
  const stopped = (await one.sent()).map((body) => (JSON.parse(body) as { options: object }).options)
  expect(stopped).toHaveLength(3)
  for (const providerName of ['Alpha', 'Beta', 'Gamma'])
    expect(stopped).toContainEqual(expect.objectContaining({ providerName }))
  expect(await one.commands()).toEqual(['StopStream'])
  expect((await one.notices()).includes('stop_not_kept')).toBe(!isKept)
  if (!script?.startsWith('rm')) return
  await one.shell('rm "$1/others" "$1/rest" "$1/more"')
  await one.restart()
  expect(await press()).toMatchObject({ ok: true, data: { id, state: 'done' } })
})
