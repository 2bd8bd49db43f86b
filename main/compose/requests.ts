// The part of the backend behind the generic screens.
import { createAccount } from '../platform/account/index.ts'
import type { DeskEvents } from '../core/events.ts'
import type { Environments } from '../platform/environments/environments.ts'
import type { SettingsStore } from '../core/profile/settings.ts'
import { createFavourites, createHistory, createSeen } from '../platform/history/index.ts'
import type { BoundCredentials } from '../platform/environments/bound-credentials.ts'
import type { ValueRedactor } from '../core/keychain/redact.ts'
import { createLearned } from '../platform/learned/index.ts'
import type { Ledger } from '../platform/ledger/types.ts'
import { createLimits } from '../air/live/limits.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../core/ports.ts'
import { createAnswers, createRequests, type Described } from '../platform/requests/index.ts'
import type { ProfileDatabase } from '../core/storage/types.ts'

export function composeRequests(parts: {
  database: ProfileDatabase
  client: PlatformClient
  ledger: Ledger
  credentials: BoundCredentials
  environments: Environments
  settings: SettingsStore
  redactor: ValueRedactor
  operations: ReadonlyMap<string, Operation>
  events: DeskEvents
  clock: Clock
  log: Log
  describeElsewhere: (
    body: Buffer,
    type: string | undefined,
    isCut: boolean,
    plain: ReadonlySet<string> | undefined,
  ) => Promise<Described | undefined>
}) {
  const { client, ledger, environments, events } = parts
  const answers = createAnswers(parts)
  const history = createHistory({ ...parts, answers, onChange: () => events.emit('history.changed', {}) })
  const requests = createRequests({ ...parts, answers, history })
  const favourites = createFavourites({
    ...parts,
    onChange: (list) => events.emit('favourites.changed', { operations: list }),
  })
  const seen = createSeen({ ...parts, onChange: (change) => events.emit('seen.changed', change) })
  const learned = createLearned({ ...parts, onChange: (change) => events.emit('learned.changed', change) })
  const account = createAccount({ ...parts, onChange: (state) => events.emit('account.changed', state) })
  const limits = createLimits({
    client,
    queue: () => ledger.queue(),
    environment: () => environments.selected(),
    clock: parts.clock,
    onChange: (environment, list) => events.emit('limits.products', { environment, products: list }),
  })
  ledger.onChange(() => limits.queueChanged())

  return {
    answers,
    requests,
    history,
    favourites,
    seen,
    learned,
    account,
    limits,
    start: () => history.start(),
    /** Forgets what may contain secrets. */
    drop() {
      answers.clear()
      requests.drop()
      account.drop()
    },
    /** Writes what is in memory; before the client and the database close. */
    async stop() {
      limits.stop()
      account.stop()
      await requests.close()
      learned.stop()
      seen.stop()
      await history.stop()
    },
  }
}

export type RequestSide = ReturnType<typeof composeRequests>
