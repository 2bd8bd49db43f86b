import { expect, onTestFinished, test } from 'vitest'
import { systemClock as clock } from '../../../../main/core/ports.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import { log, temporary } from './support.ts'

const before = migrations.slice(0, 17)
const states = ['queued', 'sending', 'confirmed', 'rejected', 'unknown', 'cancelled']
const insert = `INSERT INTO intents (id, reference, operation, state, environment, product, risk, place, attempts, created_at,
  evidence, request, press, record, draft_id, draft_revision, held, deed, made_by, target)
  VALUES (?, ?, 'POST /api/payment/refund/create', ?, 'production', 'Payments', 'money', 1, 1, '2026-11-20T10:00:00.000Z',
  '[]', '{"body":{"chargeId":"ch_1"}}', ?, ?, 'd1', 3, 1, '{"code":"refund"}', 'A person', 'platform')`

// Catches a new state that costs rows of before, the names of their records, an index, or the check of the states.
test('the table of intents takes what is accepted and keeps all that it had', async () => {
  const folder = await temporary()
  const older = await openProfileWith(before, { folder, clock, log })
  for (const [n, state] of states.entries()) {
    older.statement(insert).run(`i${n}`, `sd_${n}`, state, `press ${n}`, `production payment/charge ch_${n}`)
    older.statement('INSERT INTO intent_records (record, intent) VALUES (?, ?)').run(`also ch_${n}`, `i${n}`)
  }
  const columns = older
    .statement('PRAGMA table_info(intents)')
    .all()
    .map(({ name }) => String(name))
  const kept = `SELECT ${columns.join(', ')} FROM intents ORDER BY id`
  const [rows, records] = [kept, 'SELECT * FROM intent_records ORDER BY record'].map((sql) =>
    older.statement(sql).all(),
  )
  older.close()

  const now = await openProfileWith(migrations, { folder, clock, log })
  onTestFinished(() => now.close())
  expect(now.statement(kept).all()).toEqual(rows)
  expect(now.statement('SELECT * FROM intent_records ORDER BY record').all()).toEqual(records)
  expect(now.statement('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(now.statement('PRAGMA foreign_key_check').all()).toEqual([])
  const indexes = now.statement("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE 'intent%'").all()
  expect(
    indexes
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_'))
      .sort(),
  ).toEqual([
    'intent_records_by_intent',
    'intents_by_draft',
    'intents_by_press',
    'intents_by_record',
    'intents_by_state',
  ])

  now.statement("UPDATE intents SET state = 'accepted' WHERE id = 'i1'").run()
  expect(() => now.statement("UPDATE intents SET state = 'perhaps' WHERE id = 'i1'").run()).toThrow('275')
  expect(() => now.statement(insert).run('i9', 'sd_9', 'queued', 'press 1', null)).toThrow('2067')
  now.statement("DELETE FROM intents WHERE id = 'i1'").run()
  expect(now.statement("SELECT * FROM intent_records WHERE intent = 'i1'").all()).toEqual([])
})
