// Streaming software: one in use at most, its state, and its commands, which the ledger keeps.
import type { Encoder, EncoderState } from '#contract/air/encoder.ts'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import type { Vault } from '../../core/keychain/types.ts'
import type { Ledger } from '../../platform/ledger/types.ts'
import { listenerFailed } from '../../core/log.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { createEncoderDispatch, notConnected } from './dispatch.ts'
import { createLink, everyMs, type Link } from './link.ts'
import { createEncoderStore, type EncoderStore } from './store.ts'
import type { EncoderCommand, Encoders } from './types.ts'

export interface EncoderService extends Encoders, Omit<EncoderStore, 'password' | 'used'> {
  /** The newest command to the one in use, or null. */
  newest(environment: EnvironmentId): string | null
  /** Connects to the one in use, where there is one. */
  start(): void
  /** The keychain may give a password that it did not give before. */
  unlocked(): void
  stop(): void
}

export function createEncoders(parts: {
  settings: Pick<SettingsStore, 'read' | 'write'>
  vault: Vault
  ledger: Pick<Ledger, 'command' | 'pressed' | 'target' | 'newestCommand'>
  clock: Clock
  log: Log
}): EncoderService {
  const { ledger, clock, log } = parts
  const store = createEncoderStore(parts)
  const listeners = createListeners<[EncoderState]>(listenerFailed(log))
  const off: EncoderState = { link: 'off', everyMs }
  let link: Link | undefined
  ledger.target.use(createEncoderDispatch({ link: () => link, clock }))

  const state = (): EncoderState => link?.state() ?? off

  /** A change of name, address or password begins anew as well. */
  function follow(): void {
    link?.stop()
    const encoder = store.used()
    link =
      encoder &&
      createLink({
        encoder,
        password: () => store.password(encoder.id),
        others: () => store.list().map(({ address }) => address),
        clock,
        log,
        onState: (now) => listeners.emit(now),
        onConnected: () => void ledger.target.readAll(),
      })
    listeners.emit(state())
  }

  /** Throws DeskError where the software in use can't do it. */
  function check({ operation, scene }: EncoderCommand, meant: string | undefined): string {
    const { encoder, scenes, chapters } = state()
    if (meant !== undefined && encoder?.id !== meant) throw otherInUse(operation, meant, encoder)
    if (encoder === undefined)
      throw new DeskError('invalid_state', 'No streaming software is in use.', {
        operation,
        facts: { reason: 'encoder_not_used' },
      })
    if (link?.connection() === undefined) throw notConnected()
    if (operation === 'encoder:scene' && (scene === undefined || scenes?.includes(scene) === false))
      throw new DeskError('invalid_input', 'The streaming software has no such scene.', {
        operation,
        facts: { reason: 'encoder_scene_missing', ...(scene !== undefined && { scene }) },
      })
    if (operation === 'encoder:chapter' && chapters !== true)
      throw new DeskError('not_supported', 'The streaming software can set no chapters.', {
        operation,
        facts: { reason: 'encoder_chapters_missing' },
      })
    return encoder.id
  }

  function otherInUse(operation: string, meant: string, now: Encoder | undefined): DeskError {
    const shown = store.list().find(({ id }) => id === meant)?.name ?? meant
    return new DeskError('conflict', 'Other streaming software is in use than was shown. Nothing was sent.', {
      operation,
      facts: {
        reason: now === undefined ? 'shown_gone' : 'shown_changed',
        part: 'encoder',
        shown: [shown],
        instead: now === undefined ? [] : [now.name],
      },
    })
  }

  return {
    state,
    onState: listeners.add,
    async read() {
      await link?.read()
      return state()
    },
    async command(command, { press, environment, decision, encoder: meant, by }) {
      // What a press has made is answered whatever is in use now.
      const encoder = ledger.pressed(press)?.request.path?.encoder ?? check(command, meant)
      const { operation, scene, title } = command
      return ledger.command({ operation, encoder, scene, title }, { press, environment, decision, ...(by && { by }) })
    },
    newest(environment) {
      const encoder = store.used()
      return encoder === undefined ? null : ledger.newestCommand(encoder.id, environment)
    },
    list: () => store.list(),
    async save(input) {
      const saved = await store.save(input)
      if (saved.used) follow()
      return saved
    },
    async remove(id) {
      const isUsed = store.used()?.id === id
      await store.remove(id)
      if (isUsed) follow()
    },
    use(id) {
      if (id !== null && store.used()?.id === id) return
      store.use(id)
      follow()
    },
    unlocked: () => link?.unlocked(),
    start() {
      if (store.used() !== undefined) follow()
    },
    stop() {
      link?.stop()
      link = undefined
    },
  }
}
