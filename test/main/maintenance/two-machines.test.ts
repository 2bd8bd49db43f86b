import { expect, onTestFinished, test } from 'vitest'
import { careKinds } from '#contract/maintenance.ts'
import { createLedger } from '../../../main/platform/ledger/index.ts'
import { openProfile } from '../../../main/core/storage/index.ts'
import {
  confirmed,
  createFakeClient,
  createFakeClock,
  createFakeVault,
  operations,
  quietLog,
  settle,
} from '../platform/ledger/support.ts'
import { rundownKind } from '../../../main/air/rundown/content.ts'
import { createTables } from '../../../main/writing/revisions/tables.ts'
import { intent, openDesk, temporary, textOfTransfer, upload } from './desk.ts'

const note = { operation: 'POST /api/notes/create', product: 'Events' as const }

// Catches an intent that both machines send, each believing it is the only one: queued, on its way, or unknown and proved absent.
test('after a move the new desk sends nothing by itself, and sends once what is let go', async () => {
  const old = await openDesk()
  old.journal.insert(intent('01B', { request: { body: { id: 'a' } } }), 1)
  old.journal.insert(
    intent('01C', {
      ...note,
      state: 'sending',
      attempts: 1,
      sentAt: '2026-02-01T10:00:00.000Z',
      request: { body: { title: 'on its way' } },
    }),
    2,
  )
  old.journal.insert(
    intent('01D', {
      ...note,
      state: 'unknown',
      attempts: 1,
      sentAt: '2026-02-01T10:00:00.000Z',
      request: { body: { title: 'unknown' } },
    }),
    3,
  )
  const folder = temporary()
  const fresh = await openDesk(folder)
  await fresh.file.import(upload(fresh, textOfTransfer(old, await old.file.export())), careKinds)
  fresh.database.close()

  const clock = createFakeClock()
  const client = createFakeClient(clock)
  client.onRead = () => ({ data: [], total: 0 })
  client.onWrite = () => confirmed()
  const database = await openProfile({ folder, clock, log: quietLog })
  const ledger = createLedger({
    database,
    client,
    operations,
    vault: createFakeVault(),
    clock,
    log: quietLog,
    environment: () => 'rehearsal',
    account: () => undefined,
    redact: (value) => value,
  })
  onTestFinished(async () => {
    const stopped = ledger.stop(0)
    await clock.advance(10)
    await stopped
    clock.clear()
    database.close()
  })
  ledger.start()
  for (let hour = 0; hour < 3; hour += 1) await clock.advance(3_600_000)
  expect(client.sent).toEqual([])
  expect(['01B', '01C', '01D'].map((id) => ledger.get(id).state)).toEqual(['queued', 'unknown', 'unknown'])
  expect(ledger.get('01B')).toMatchObject({ held: true })

  await ledger.hold('01B', false)
  await settle()
  await clock.advance(1_000)
  expect(client.sent.map(({ reference }) => reference)).toEqual(['sd_01B'])
})

// Catches a desk that refuses its own file: what orders the open ones is the time in milliseconds where the clock is a real one.
test('an intent of a real clock comes in again', async () => {
  const old = await openDesk()
  old.journal.insert(intent('01B', { request: { body: { id: 'a' } } }), Date.now())
  const fresh = await openDesk()
  await fresh.file.import(upload(fresh, textOfTransfer(old, await old.file.export())), careKinds)
  expect(fresh.database.statement('select count(*) as found from intents').get()).toMatchObject({ found: 1 })
})

// Catches a move to another machine that leaves the rundowns behind, takes a secret along, or takes one twice.
test('rundowns travel without their secrets, once', async () => {
  const [old, fresh] = [await openDesk(), await openDesk()]
  const request = { body: { html: '<p>', token: { $secret: 'rundown/r1/token/1' } } }
  const action = { kind: 'operation', operation: 'POST /api/marketing/template/create', request } as const
  const cue = {
    id: 'a',
    kind: 'cue',
    title: 'Opening',
    note: '',
    colour: 'grey',
    linked: false,
    skip: false,
    steps: [{ id: 's', name: 'Template', action }],
  } as const
  const content = {
    title: 'Evening',
    environment: 'rehearsal',
    template: false,
    cues: [{ ...cue, steps: [...cue.steps] }],
  } as const
  const at = '2026-02-01T10:00:00.000Z'
  createTables(old.database, rundownKind).insert('r1', 1, {
    content: { ...content, cues: content.cues.map((one) => ({ ...one, steps: [...one.steps] })) },
    at,
  })
  const text = textOfTransfer(old, await old.file.export())
  expect(text).not.toContain('rundown/r1')
  const { kinds, warnings } = await fresh.file.import(upload(fresh, text), careKinds)
  expect(kinds.rundowns).toMatchObject({ added: 1, changed: 0 })
  expect(warnings.join(' ')).toContain('token')
  const tables = createTables(fresh.database, rundownKind)
  const head = tables.find('r1')
  expect(head).toMatchObject({ title: 'Evening', environment: 'rehearsal', count: 1 })
  expect(tables.text(head?.place ?? 0, 1)).toContain('"$secret":"moved/')
  const again = await fresh.file.import(upload(fresh, text), careKinds)
  expect(again.kinds.rundowns).toMatchObject({ added: 0, changed: 0 })
})
