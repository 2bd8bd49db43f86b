// A history on a real profile, with a clock that tests move. Writes are put straight into the ledger's table.
import { onTestFinished } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import {
  createFavourites,
  createHistory,
  createSeen,
  type HistoryParts,
} from '../../../../main/platform/history/index.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createIds } from '../../../../main/platform/ledger/ids.ts'
import { createJournal } from '../../../../main/platform/ledger/journal.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createAnswers, type NotedRead } from '../../../../main/platform/requests/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createFakeClock, quietLog } from '../ledger/support.ts'
import { temporary } from '../../core/storage/support.ts'

export type Bench = Awaited<ReturnType<typeof createBench>>

const start = Date.parse('2026-11-22T12:00:00.000Z')

/** Opens a profile, another start on the same folder after `crash` or `stop`. */
export async function createBench(more: Partial<Pick<HistoryParts, 'mostAnswers'>> & { folder?: string } = {}) {
  const { folder = await temporary(), ...parts } = more
  const clock = createFakeClock(start)
  const database = await openProfile({ folder, clock, log: quietLog })
  onTestFinished(() => database.close())
  const settings = createSettings(database)
  const redactor = createRedactor()
  const journal = createJournal(database, operations)
  const nextIntent = createIds(() => clock.now(), undefined)
  const listeners = new Set<(intent: Intent) => void>()
  const told = { history: 0, favourites: [] as string[][], seen: [] as string[] }
  const answers = createAnswers({ redactor })

  const history = createHistory({
    database,
    settings,
    operations,
    redactor,
    clock,
    log: quietLog,
    ledger: {
      get(id) {
        const found = journal.find(id)?.intent
        if (found === undefined) throw new DeskError('not_found_here', 'No such intent.')
        return found
      },
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    answers,
    onChange: () => (told.history += 1),
    ...parts,
  })

  return {
    folder,
    clock,
    database,
    settings,
    redactor,
    journal,
    told,
    answers,
    history,
    favourites: createFavourites({ settings, operations, onChange: (list) => told.favourites.push(list) }),
    seen: () =>
      createSeen({
        database,
        operations,
        redactor,
        clock,
        log: quietLog,
        onChange: ({ environment, resource }) => told.seen.push(`${environment} ${resource}`),
      }),
    /** A settled write, as the ledger leaves it. */
    write(intent: Partial<Intent> = {}): Intent {
      const at = intent.createdAt ?? new Date(clock.now()).toISOString()
      const made: Intent = {
        id: nextIntent(),
        reference: 'sd_x',
        operation: 'PUT /api/team/general/update',
        state: 'confirmed',
        environment: 'rehearsal',
        product: 'Teams',
        risk: 'edit',
        request: { body: { id: 't1' } },
        attempts: 1,
        createdAt: at,
        settledAt: at,
        status: 200,
        evidence: [],
        ...intent,
      }
      journal.insert(made, clock.now())
      for (const listener of listeners) listener(made)
      return made
    },
    count: (table: 'reads' | 'marks' | 'intents' | 'seen') =>
      Number(database.statement(`SELECT count(*) AS n FROM ${table}`).get()?.n),
    ids: (table: 'reads' | 'intents') =>
      database
        .statement(`SELECT id FROM ${table} ORDER BY id`)
        .all()
        .map(({ id }) => String(id)),
  }
}

export const readOf = (more: Partial<NotedRead> = {}): NotedRead => ({
  at: new Date(start).toISOString(),
  operation: 'GET /api/team/general/all',
  product: 'Teams',
  environment: 'rehearsal',
  outcome: 'answered',
  status: 200,
  requestId: 'req-1',
  durationMs: 12.4,
  bytes: 20,
  attempts: 1,
  request: { query: { limit: 10 } },
  ...more,
})

/** Notes a read; a test that turned reads off does not use it. */
export function note(bench: Pick<Bench, 'history'>, more: Partial<NotedRead> = {}): string {
  const id = bench.history.noteRead(readOf(more))
  if (id === undefined) throw new Error('The read was not kept.')
  return id
}

export const day = 86_400_000
