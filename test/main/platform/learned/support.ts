// Learning on a real profile, with a clock that tests move and exchanges that tests make.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { createRedactor, type ValueRedactor } from '../../../../main/core/keychain/redact.ts'
import { createLearned, type Learned, type LearnedParts } from '../../../../main/platform/learned/index.ts'
import { operations, type OperationKey } from '../../../../main/platform/catalog/index.ts'
import type { WireExchange } from '../../../../main/platform/client/types.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import type { ProfileDatabase } from '../../../../main/core/storage/types.ts'
import { createFakeClock, quietLog, type FakeClock } from '../ledger/support.ts'

export interface Desk {
  learned: Learned
  redactor: ValueRedactor
  clock: FakeClock
  folder: string
  database: ProfileDatabase
  changes: Array<Parameters<LearnedParts['onChange']>[0]>
  /** An exchange, as the client tells it. */
  hear: (
    operation: OperationKey,
    request: Omit<OperationRequest, 'operation'>,
    answer: Json | Buffer,
    more?: Partial<WireExchange> & { status?: number },
  ) => void
  /** The same profile after a restart. */
  again: () => Promise<Desk>
}

export async function openDesk(folder?: string): Promise<Desk> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'learned-')))
  if (folder === undefined) onTestFinished(() => rm(home, { recursive: true, force: true }))
  const clock = createFakeClock()
  const redactor = createRedactor()
  const database = await openProfile({ folder: home, clock, log: quietLog })
  const listeners = new Set<(exchange: WireExchange) => void>()
  const changes: Desk['changes'] = []
  const learned = createLearned({
    database,
    client: {
      onExchange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    operations,
    redactor,
    clock,
    log: quietLog,
    onChange: (change) => changes.push(change),
  })
  let open = true
  const close = (): void => {
    if (open) database.close()
    open = false
  }
  onTestFinished(close)
  return {
    learned,
    redactor,
    clock,
    folder: home,
    database,
    changes,
    hear(key, request, answer, { status = 200, ...more } = {}) {
      const operation = operations.get(key)
      if (operation === undefined) throw new Error(`No ${key}`)
      const body = Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer))
      const exchange: WireExchange = {
        environment: 'rehearsal',
        operation,
        origin: 'http://127.0.0.1:1',
        scheme: 'apiKey',
        generation: 1,
        request: { operation: key, ...request },
        by: 'person',
        at: clock.now(),
        durationMs: 5,
        attempt: 1,
        final: true,
        answer: { status, headers: [], body },
        ...more,
      }
      for (const listener of listeners) listener(exchange)
    },
    again() {
      learned.stop()
      close()
      return openDesk(home)
    },
  }
}
