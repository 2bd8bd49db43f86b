// The life of the process, on the built main bundle: a second start, lock and sleep, a failed start, the end.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { requestChannel } from '../../../../preload/contract/channels.ts'
import { startShell, type Shell } from '../../../support/electron/shell.ts'

const open: Shell[] = []
async function start(options?: Parameters<typeof startShell>[0]): Promise<Shell> {
  const shell = await startShell(options)
  open.push(shell)
  return shell
}
afterEach(async () => {
  for (const shell of open.splice(0).reverse()) await shell.dispose()
})

describe('the shell', () => {
  // Catches a quit that leaves the database open, loses the window's place, or never ends.
  it('closes the backend before it ends', async () => {
    const desk = await start()
    await desk.ask('ask', 'own', requestChannel, 'settings.update', { theme: 'light' })
    desk.ask('quit').catch(() => undefined)
    expect(await desk.ended).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(join(desk.profile, 'window.json'), 'utf8'))).toEqual({
      bounds: { x: 20, y: 30, width: 1_000, height: 700 },
      maximized: false,
    })

    const again = await start({ profile: desk.profile })
    expect(await again.ask('ask', 'own', requestChannel, 'settings.get', {})).toMatchObject({
      ok: true,
      data: { theme: 'light' },
    })
    expect((await again.ask('windows'))[0]?.options).toMatchObject({ x: 20, y: 30, width: 1_000, height: 700 })
  })

  // Catches a quit on top of a quit that closes twice or cuts the first one short.
  it('closes once, however often it is told to', async () => {
    const desk = await start()
    await desk.ask('ask', 'own', requestChannel, 'desk.info', {})
    for (let index = 0; index < 3; index += 1) desk.ask('quit').catch(() => undefined)
    const { code, stderr } = await desk.ended
    expect(code).toBe(0)
    expect(stderr).not.toContain('did not close')
  })

  // Catches a desk that goes away in the middle of a show because of one click, one that can't be left at all, and a question that is asked twice.
  it('asks before it closes during a show', async () => {
    const desk = await start()
    expect(await desk.ask('ask', 'own', requestChannel, 'show.enter', { title: 'Friday night' })).toMatchObject({
      ok: true,
    })
    expect(await desk.ask('closes')).toBe(false)
    for (let index = 0; index < 2; index += 1) await desk.ask('quit')
    const boxes = await desk.ask('calls', 'dialog.showMessageBox')
    expect(boxes).toMatchObject([[{ message: 'A show is on: Friday night', defaultId: 0, cancelId: 0 }]])
    await desk.ask('pressButton', 0)
    expect(await desk.ask('ask', 'own', requestChannel, 'show.get', {})).toMatchObject({
      ok: true,
      data: { show: { title: 'Friday night' } },
    })
    await desk.ask('quit')
    desk.ask('pressButton', 1).catch(() => undefined)
    expect(await desk.ended).toMatchObject({ code: 0 })

    const again = await start({ profile: desk.profile })
    expect(await again.ask('ask', 'own', requestChannel, 'show.leave', {})).toMatchObject({
      ok: true,
      data: { show: { title: 'Friday night' } },
    })
    expect(await again.ask('closes')).toBe(true)
    again.ask('quit').catch(() => undefined)
    expect(await again.ended).toMatchObject({ code: 0 })
  })

  // Catches a second start that opens a second desk instead of leaving it to the first.
  it('leaves a second start to the first', async () => {
    const second = await start({ env: { STAND_IN_SECOND: '1' } })
    expect(await second.ended).toMatchObject({ code: 0 })
    expect(existsSync(join(second.profile, 'window.json'))).toBe(false)
  })

  // Catches a person who starts the desk again and sees nothing happen.
  it('comes to the front when it is started again', async () => {
    const desk = await start()
    await desk.ask('emitApp', 'second-instance', ['showdesk'])
    expect((await desk.ask('windows'))[0]).toMatchObject({ shown: 1, focused: 1 })
  })

  // Catches a notification whose press brings nothing to the front: a page can't do that in the installed app.
  it('comes to the front when its page asks', async () => {
    const desk = await start()
    expect(await desk.ask('ask', 'own', requestChannel, 'desk.bringUp', {})).toEqual({ ok: true, data: {} })
    expect((await desk.ask('windows'))[0]).toMatchObject({ shown: 1, focused: 1 })
  })

  // Catches secrets that stay in memory while the machine is left alone, or a drop that breaks the desk.
  it.each(['lock-screen', 'suspend'])('listens for %s and goes on', async (event) => {
    const desk = await start()
    await desk.ask('ask', 'own', requestChannel, 'desk.info', {})
    expect(await desk.ask('emitPower', event)).toBe(true)
    expect(await desk.ask('ask', 'own', requestChannel, 'desk.info', {})).toMatchObject({ ok: true })
  })

  // Catches a profile that another desk uses being opened twice, or the refusal being silent.
  it("says why it can't open", async () => {
    const first = await start()
    await first.ask('ask', 'own', requestChannel, 'desk.info', {})
    const second = await start({ profile: first.profile })
    const { code, stderr } = await second.ended
    expect(code).toBe(1)
    expect(stderr).toContain('could not be opened')
  })

  // Catches a wrong flag that ends in a stack trace.
  it('names a wrong flag in one line', async () => {
    const { ended } = await start({ args: ['--environment', 'nowhere'] })
    const { code, stderr } = await ended
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('--environment')])
  })
})
