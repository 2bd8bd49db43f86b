import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Backend, Restartable } from '../../main/core/types.ts'
import { backupHandlers } from '../../main/bridge/backups.ts'
import type { HandlersOf } from '../../main/bridge/handlers.ts'
import { createBackups } from '../../main/maintenance/backups.ts'
import { systemClock, type Clock } from '../../main/core/ports.ts'
import { createRestartable } from '../../main/compose/restartable.ts'
import { openProfile } from '../../main/core/storage/index.ts'
import { keys, log, put, temporary } from './core/storage/support.ts'

/** An app that answers with its number, and whose closing a test may hold back. */
function numbered(options: { closed?: Promise<unknown>; fails?: (n: number) => boolean } = {}) {
  let n = 0
  const opened: Array<{ emit: (event: string) => void; open: boolean; drops: number }> = []
  const open = async (): Promise<Backend> => {
    n += 1
    const number = n
    if (options.fails?.(number)) throw new DeskError('conflict', `opening ${number} failed`)
    const listeners = new Set<(event: string, payload: object) => void>()
    const state = {
      open: true,
      drops: 0,
      emit: (event: string) => listeners.forEach((listener) => listener(event, { number })),
    }
    opened.push(state)
    return {
      bridge: {
        call: async (method) => ({ ok: true, data: `${method} ${number}` }),
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      drop: () => void (state.drops += 1),
      resumed: () => undefined,
      openLink: () => undefined,
      monitor: () => Promise.resolve({ status: 200, headers: {} }),
      fault: () => undefined,
      isNeeded: () => false,
      async close() {
        await options.closed
        state.open = false
      },
    }
  }
  return { open, opened }
}

const nothing = async () => ({ value: undefined, undo: async () => undefined })

// Catches hosts that go on with the old app, or that hear nothing any more after a restart.
test('calls and listeners go over to the new app, and the restart is told', async () => {
  const { open, opened } = numbered()
  const desk = await createRestartable(open, systemClock)
  const heard: unknown[] = []
  desk.bridge.subscribe((event, payload) => heard.push(event === 'desk.restarted' ? event : [event, payload]))
  opened[0]?.emit('a')
  await desk.restart(async () => {
    expect(opened[0]?.open).toBe(false)
    return nothing()
  })
  opened[1]?.emit('b')
  expect(heard).toEqual([['a', { number: 1 }], 'desk.restarted', ['b', { number: 2 }]])
  expect(await desk.bridge.call('x', {})).toEqual({ ok: true, data: 'x 2' })
  desk.drop()
  expect(opened.map(({ drops }) => drops)).toEqual([0, 1])
  await desk.close()
  expect(opened[1]?.open).toBe(false)
})

// Catches a call that reaches a closed database, or that hangs for ever.
test('a call during a restart waits for the new app, but not for ever', async () => {
  const gate = Promise.withResolvers<undefined>()
  const timers: Array<() => void> = []
  const clock: Clock = { now: () => 0, after: (_, run) => (timers.push(run), () => undefined) }
  const { open } = numbered({ closed: gate.promise })
  const desk = await createRestartable(open, clock)
  const restarted = desk.restart(nothing)
  const patient = desk.bridge.call('patient', {})
  const late = desk.bridge.call('late', {})
  timers[1]?.()
  expect(await late).toMatchObject({ ok: false, error: { code: 'unreachable', retryable: true, operation: 'late' } })
  await expect(desk.restart(nothing)).rejects.toMatchObject({ code: 'invalid_state' })
  gate.resolve(undefined)
  await restarted
  expect(await patient).toEqual({ ok: true, data: 'patient 2' })
})

// Catches a desk that stays closed because the step failed.
test('a step that fails leaves the desk open on what was there', async () => {
  const { open } = numbered()
  const desk = await createRestartable(open, systemClock)
  await expect(desk.restart(() => Promise.reject(new DeskError('storage_full', 'no room')))).rejects.toThrow('no room')
  expect(await desk.bridge.call('x', {})).toEqual({ ok: true, data: 'x 2' })
})

// Catches a restore that can't be opened and is not taken back.
test('a step is undone where the desk can not be opened after it', async () => {
  const { open } = numbered({ fails: (n) => n === 2 })
  const desk = await createRestartable(open, systemClock)
  let undone = 0
  const step = async () => ({ value: undefined, undo: async () => void (undone += 1) })
  await expect(desk.restart(step)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/state before it was put back.*opening 2 failed/) as string,
  })
  expect(undone).toBe(1)
  expect(await desk.bridge.call('x', {})).toEqual({ ok: true, data: 'x 3' })
})

// Catches a desk that has to be killed because one opening failed, and a page that asks for as many openings as it has calls.
test('where nothing could be opened, calls say why, and a later one tries again', async () => {
  let broken = true
  let openings = 0
  const { open } = numbered({ fails: (n) => ((openings = n), n > 1 && broken) })
  const desk = await createRestartable(open, systemClock)
  await expect(desk.restart(nothing)).rejects.toThrow('failed')
  const before = openings
  const answers = await Promise.all(['a', 'b', 'c'].map((method) => desk.bridge.call(method, {})))
  expect(answers.map((answer) => (answer.ok ? '' : answer.error.code))).toEqual(['conflict', 'conflict', 'conflict'])
  expect(openings).toBe(before + 1)
  broken = false
  expect(await desk.bridge.call('d', {})).toMatchObject({ ok: true })
})

/** The smallest desk that restores: a real profile, its backups, their handlers. */
async function desk(folder: string): Promise<{
  desk: Restartable
  present: () => Awaited<ReturnType<typeof openProfile>>
  ask: <T>(method: keyof HandlersOf<'backups'>, input?: object) => Promise<T>
}> {
  let database: Awaited<ReturnType<typeof openProfile>> | undefined
  const made: Restartable = await createRestartable(async () => {
    const opened = await openProfile({ folder, clock: systemClock, log })
    database = opened
    const handlers = backupHandlers({
      backups: createBackups(opened),
      restart: (step) => made.restart(step),
    }) as unknown as Record<string, (input: object) => unknown>
    return {
      bridge: {
        async call(method, params) {
          try {
            return { ok: true, data: await handlers[method]?.(params as object) }
          } catch (error) {
            if (error instanceof DeskError) return { ok: false, error: error.toShape() }
            throw error
          }
        },
        subscribe: () => () => undefined,
      },
      drop: () => undefined,
      resumed: () => undefined,
      openLink: () => undefined,
      monitor: () => Promise.resolve({ status: 200, headers: {} }),
      fault: () => undefined,
      isNeeded: () => false,
      close: async () => opened.close(),
    }
  }, systemClock)
  onTestFinished(() => made.close())
  return {
    desk: made,
    present() {
      if (database === undefined) throw new Error('no database')
      return database
    },
    async ask<T>(method: string, input: object = {}) {
      const answer = await made.bridge.call(method, input)
      if (!answer.ok) throw DeskError.fromShape(answer.error)
      return answer.data as T
    },
  }
}

// Catches the whole way from the button to the restored profile, broken anywhere.
test('a restore over the bridge closes the profile, swaps it and opens it again', async () => {
  const folder = await temporary()
  const { desk: app, present, ask } = await desk(folder)
  put(present(), 'before')
  const { id } = await ask<{ id: string }>('backups.create')
  put(present(), 'after')
  const told: string[] = []
  app.bridge.subscribe((event) => told.push(event))
  const answer = await ask<{ restored: { id: string }; before: { id: string } }>('backups.restore', { id })
  expect([answer.restored.id, Object.keys(answer), told]).toEqual([id, ['restored', 'before'], ['desk.restarted']])
  expect([keys(present()), present().restored]).toEqual([['before'], true])
  await ask('backups.restore', { id: answer.before.id })
  expect(keys(present())).toEqual(['after', 'before'])
})

// Catches a refused restore that costs a restart.
test('a damaged backup is refused without closing the desk', async () => {
  const folder = await temporary()
  const { desk: app, present, ask } = await desk(folder)
  put(present(), 'a')
  const { id } = await ask<{ id: string }>('backups.create')
  truncateSync(join(folder, 'backups', id), 5_000)
  const told: string[] = []
  app.bridge.subscribe((event) => told.push(event))
  await expect(ask('backups.restore', { id })).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('is damaged') as string,
  })
  expect([told, keys(present()), readdirSync(join(folder, 'backups')).length]).toEqual([[], ['a'], 1])
})
