// How the Secret Service of a Linux desktop is, asked over a socket of ours, so that a silent service holds no native
// call.
import type { Clock } from '../ports.ts'
import { BusError, openBus, sessionBusPath, type Bus } from './dbus.ts'
import type { BusCall } from './dbus-wire.ts'

/**
 * `none`: nothing provides it. `no_keyring`: it has no default keyring. `silent`: no answer in time. `unasked`: only a
 * native call can tell.
 */
export type ServiceState = 'unlocked' | 'locked' | 'no_keyring' | 'none' | 'silent' | 'unasked'

export interface SecretService {
  state(ms: number): Promise<ServiceState>
  /** Asks the person; the question stays up longer than `ms`, once at a time. Only after a person's press. */
  unlock(ms: number): Promise<boolean>
}

const questionMs = 120_000

const service = 'org.freedesktop.secrets'
const root = '/org/freedesktop/secrets'
const call = (path: string, place: string, member: string, list: NonNullable<BusCall['arguments']> = []): BusCall => ({
  destination: service,
  path,
  interface: place,
  member,
  arguments: list,
})

async function defaultKeyring(bus: Bus): Promise<string | undefined> {
  const { body } = await bus.call(
    call(root, 'org.freedesktop.Secret.Service', 'ReadAlias', [{ type: 's', value: 'default' }]),
  )
  return body[0] === undefined || body[0] === '/' ? undefined : body[0]
}

async function isLocked(bus: Bus, keyring: string): Promise<boolean> {
  const { body } = await bus.call(
    call(keyring, 'org.freedesktop.DBus.Properties', 'Get', [
      { type: 's', value: 'org.freedesktop.Secret.Collection' },
      { type: 's', value: 'Locked' },
    ]),
  )
  return body[0] === 'true'
}

/** `onUnlocked` is called whenever a question was answered with the right password. */
export function createSecretService({
  clock,
  env,
  onUnlocked,
}: {
  clock: Clock
  env: NodeJS.ProcessEnv
  onUnlocked: () => void
}): SecretService {
  let question: Promise<boolean> | undefined

  /** A connection of its own, closed after `ms`. */
  async function withBus<T>(path: string, ms: number, run: (bus: Bus) => Promise<T>): Promise<T | 'silent'> {
    const { bus, ready } = openBus(path)
    let late = false as boolean
    const cancel = clock.after(ms, () => {
      late = true
      bus.close()
    })
    try {
      await ready
      return await run(bus)
    } catch (error) {
      if (late) return 'silent'
      throw error
    } finally {
      cancel()
      bus.close()
    }
  }

  async function ask(bus: Bus): Promise<boolean> {
    const keyring = await defaultKeyring(bus)
    if (keyring === undefined) return false
    await bus.call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'AddMatch',
      arguments: [{ type: 's', value: "type='signal',interface='org.freedesktop.Secret.Prompt',member='Completed'" }],
    })
    const answered = new Promise<void>((done) => {
      bus.onSignal(({ member }) => member === 'Completed' && done())
      void bus.closed.then(done)
    })
    const { body } = await bus.call(
      call(root, 'org.freedesktop.Secret.Service', 'Unlock', [{ type: 'ao', value: [keyring] }]),
    )
    const prompt = body.at(-1)
    if (prompt !== undefined && prompt !== '/') {
      await bus.call(call(prompt, 'org.freedesktop.Secret.Prompt', 'Prompt', [{ type: 's', value: '' }]))
      await answered
    }
    return !(await isLocked(bus, keyring))
  }

  return {
    async state(ms) {
      const path = sessionBusPath(env)
      if (path === null) return 'none'
      if (path === undefined) return 'unasked'
      try {
        return await withBus(path, ms, async (bus) => {
          const keyring = await defaultKeyring(bus)
          if (keyring === undefined) return 'no_keyring'
          return (await isLocked(bus, keyring)) ? 'locked' : 'unlocked'
        })
      } catch (error) {
        if (!(error instanceof BusError)) throw error
        return /NoReply|Time(d)?[Oo]ut|Disconnected|^closed$/.test(error.name) ? 'silent' : 'none'
      }
    },

    unlock(ms) {
      const path = sessionBusPath(env)
      if (path === null || path === undefined) return Promise.resolve(false)
      question ??= withBus(path, questionMs, ask)
        .catch(() => false)
        .then((open) => {
          question = undefined
          if (open === true) onUnlocked()
          return open === true
        })
      const asked = question
      return new Promise((done) => {
        const cancel = clock.after(ms, () => done(false))
        void asked.then((open) => {
          cancel()
          done(open)
        })
      })
    },
  }
}
