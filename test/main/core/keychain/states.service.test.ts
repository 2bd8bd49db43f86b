import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noKeytar, noService, ownService, runChild, withKeytar, withService } from './service.ts'

const busWithoutServices = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=/tmp</listen><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`

describe.each(['keytar', 'keyring'])('%s', (backend) => {
  const reason = withService ? noKeytar : noService
  const runs = withService && (withKeytar || backend !== 'keytar')
  if (runs) describe('and the states of a Secret Service', { timeout: 70_000 }, () => states(backend))
  else it.skip(`and the states of a Secret Service: ${reason}`, () => {})
})

function states(backend: string): void {
  let folder: string
  const withoutBus = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'DBUS_SESSION_BUS_ADDRESS'),
  )
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'showdesk-states-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  // Catches a locked keyring that is taken for "not signed in" or given up for memory, and one that stays dead after it was unlocked.
  it('locked: says so, loses nothing, and works once it is unlocked', async () => {
    const steps = [
      'set a here',
      'lock',
      'get a',
      'get never',
      'set a other',
      'remove a',
      'unlock',
      'get a',
      'get never',
    ]
    const { answers, code } = await runChild({ backend, steps, within: ownService })
    expect(answers.map(({ step, outcome, backend: used }) => `${step}: ${outcome} ${used}`)).toEqual([
      `set a here: found ${backend}`,
      `get a: locked ${backend}`,
      `get never: locked ${backend}`,
      `set a other: locked ${backend}`,
      `remove a: locked ${backend}`,
      `get a: found ${backend}`,
      `get never: absent ${backend}`,
    ])
    expect(answers[5]?.value).toBe('here')
    expect(code).toBe(0)
  })

  // Catches a desk that started beside a locked keyring and decided for memory.
  it('locked from the start: is the choice all the same', async () => {
    const { answers, code } = await runChild({
      backend,
      steps: ['lock', 'get a', 'unlock', 'set a value', 'get a'],
      within: ownService,
    })
    expect(answers.map(({ outcome, backend: used }) => `${outcome} ${used}`)).toEqual([
      `locked ${backend}`,
      `found ${backend}`,
      `found ${backend}`,
    ])
    expect(code).toBe(0)
  })

  // Catches a native call that waits for the person's answer and with it holds up every later call and the exit.
  it('locked with a question that nobody answers: says locked in time, and the process ends', async () => {
    const steps = ['set a here', 'prompter', 'lock', 'get a', 'set a other']
    const { answers, code } = await runChild({ backend, deadlineMs: 1_000, steps, within: ownService })
    expect(answers.map(({ outcome }) => outcome)).toEqual(['found', 'locked', 'locked'])
    expect(code).toBe(0)
  })

  // Catches the system's question coming up by itself, again and again, over the desk and the broadcast.
  it('locked: the question comes for a press alone, once for each, and never by itself after a refusal', async () => {
    const quiet = ['get a', 'get b', 'set a other', 'remove b', 'get a', 'asked']
    const { answers, code } = await runChild({
      backend,
      deadlineMs: 2_500,
      steps: ['set a here', 'prompter', 'lock', ...quiet, 'press a b', 'asked', ...quiet],
      within: ownService,
    })
    expect(answers.filter(({ step }) => step === 'asked').map(({ outcome }) => outcome)).toEqual(['0', '1', '1'])
    expect(
      new Set(
        answers
          .filter(({ step }) => step !== 'asked')
          .slice(1)
          .map(({ outcome }) => outcome),
      ),
    ).toEqual(new Set(['locked']))
    expect(code).toBe(0)
  })

  // Catches a desk that dies, or fails to keep what is typed into it, where no session bus runs.
  it('absent, no bus: memory with the reason', async () => {
    const { answers, code } = await runChild({
      backend,
      steps: ['get a', 'set a value', 'get a'],
      env: { ...withoutBus, XDG_RUNTIME_DIR: folder },
    })
    expect(answers.map(({ outcome, backend: used }) => `${outcome} ${used}`)).toEqual([
      'absent memory',
      'found memory',
      'found memory',
    ])
    expect(answers[0]?.why).toMatch(/No Secret Service .* kept in memory/)
    expect(code).toBe(0)
  })

  // Catches a bus whose lack of the service is taken for an empty keychain; the kernel's keyring must not step in either.
  it('absent, a bus without the service: memory with the reason', async () => {
    const config = join(folder, 'bus.conf')
    writeFileSync(config, busWithoutServices)
    const { answers, code } = await runChild({
      backend,
      steps: ['get a', 'set a value'],
      within: ['dbus-run-session', `--config-file=${config}`, '--'],
    })
    expect(answers.map(({ outcome, backend: used }) => `${outcome} ${used}`)).toEqual(['absent memory', 'found memory'])
    expect(answers[0]?.why).toMatch(/No Secret Service/)
    expect(code).toBe(0)
  })

  // Catches calls that never answer, an event loop that is frozen by a native constructor, and a process that can't exit.
  it('hanging, a bus that never answers: times out and the process ends', async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => sockets.add(socket))
    const path = join(folder, `${backend}.sock`)
    await new Promise<void>((done) => server.listen(path, done))
    try {
      const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }
      const { answers, code } = await runChild({
        backend,
        deadlineMs: 300,
        steps: ['get a', 'set a value', 'remove a'],
        env,
      })
      expect(answers.map(({ outcome, backend: used }) => `${outcome} ${used}`)).toEqual(
        Array(3).fill(`timed_out ${backend}`),
      )
      expect(code).toBe(0)
      expect(sockets.size).toBeGreaterThanOrEqual(1)
    } finally {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    }
  })

  // Catches a service that stops answering in the middle of a session, and a keychain that does not come back with it.
  it('hanging, a service that stops: times out, and works when it goes on', async () => {
    const steps = ['set a here', 'stop', 'get a', 'set a other', 'continue', 'get a']
    const { answers, code } = await runChild({ backend, deadlineMs: 3_000, steps, within: ownService })
    expect(answers.map(({ outcome }) => outcome)).toEqual(['found', 'timed_out', 'timed_out', 'found'])
    expect(answers[3]?.value).toBe('here')
    expect(code).toBe(0)
  })
}
