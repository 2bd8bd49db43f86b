// Keeps the bridge while a restore closes the backend and opens it again: calls wait, and subscriptions stay.
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Clock } from '../core/ports.ts'
import type { Backend, Restartable, Step } from '../core/types.ts'

/** How long a call waits for a restart before it fails as `unreachable`. */
const patienceMs = 15_000

/** Rejects as `open` does. If a restart leaves no open app, each call tries to open it again. */
export async function createRestartable(open: () => Promise<Backend>, clock: Clock): Promise<Restartable> {
  const listeners = createListeners<[event: string, payload: object]>()
  const tell = (event: string, payload: object) => {
    listeners.emit(event, payload)
  }
  let app: Backend | undefined
  let turn: Promise<unknown> | undefined
  let failure: unknown
  let closing: Promise<void> | undefined

  async function begin(): Promise<void> {
    try {
      app = await open()
      app.bridge.subscribe(tell)
    } catch (error) {
      failure = error
      throw error
    }
  }

  async function beginAgain(): Promise<void> {
    await begin()
    tell('desk.restarted', { startedAt: new Date(clock.now()).toISOString() })
  }

  async function exchange<T>(step: () => Promise<Step<T>>): Promise<T> {
    await app?.close()
    app = undefined
    let done: Step<T>
    try {
      done = await step()
    } catch (error) {
      await beginAgain()
      throw error
    }
    try {
      await beginAgain()
    } catch (error) {
      await done.undo()
      await beginAgain()
      throw putBack(error)
    }
    return done.value
  }

  /** One at a time. */
  function take<T>(run: () => Promise<T>): Promise<T> {
    const taken = run().finally(() => (turn = undefined))
    turn = taken.catch(() => undefined)
    return taken
  }

  /** Undefined where opening takes too long. Throws why it failed. */
  async function present(): Promise<Backend | undefined> {
    if (turn === undefined && app === undefined && closing === undefined) await take(beginAgain)
    else if (turn !== undefined && !(await within(turn, clock))) return undefined
    else if (app === undefined) throw failure
    return app
  }

  await begin()
  return {
    bridge: {
      async call(method, params, caller) {
        try {
          const opened = app !== undefined && turn === undefined ? app : await present()
          if (opened !== undefined) return await opened.bridge.call(method, params, caller)
          throw new DeskError('unreachable', 'The desk is being opened anew.', {
            facts: { reason: 'reopening' },
            operation: method,
          })
        } catch (error) {
          const known =
            error instanceof DeskError
              ? error
              : new DeskError('internal', 'The desk could not be opened again.', { facts: { reason: 'not_reopened' } })
          return { ok: false, error: known.toShape() }
        }
      },
      subscribe: listeners.add,
    },
    drop: () => app?.drop(),
    resumed: () => app?.resumed(),
    openLink: (link) => app?.openLink(link),
    fault: (error) => app?.fault(error),
    isNeeded: () => app?.isNeeded() ?? true,
    monitor: (request) => app?.monitor(request) ?? Promise.resolve({ status: 503, headers: {} }),
    async restart(step) {
      if (turn !== undefined || closing !== undefined)
        throw new DeskError('invalid_state', 'The desk is being opened anew or closed already.', {
          facts: { reason: 'reopening' },
        })
      return await take(() => exchange(step))
    },
    close() {
      closing ??= Promise.resolve(turn).then(() => app?.close())
      return closing
    },
  }
}

async function within(wait: Promise<unknown>, clock: Clock): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const cancel = clock.after(patienceMs, () => late.resolve(false))
  const settled = await Promise.race([wait.then(() => true), late.promise])
  cancel()
  return settled
}

function putBack(error: unknown): DeskError {
  const known = error instanceof DeskError ? error : new DeskError('internal', 'The desk met a fault of its own.')
  const { message, code, ...details } = known.toShape()
  return new DeskError(code, `The backup could not be opened, and the state before it was put back. ${message}`, {
    ...details,
    facts: { ...details.facts, reason: 'backup_put_back' },
  })
}
