// Names in deeds: those of the creator's own things go with the profile, those of people are in no file at all.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiagnostics } from '../../../main/maintenance/diagnostics.ts'
import { createProfileLog } from '../../../main/maintenance/profile-log.ts'
import { keptDeed, type GivenDeed } from '../../../main/platform/ledger/deeds.ts'
import { operations, type OperationKey } from '../../../main/platform/catalog/index.ts'
import { careKinds } from '#contract/maintenance.ts'

import { dump, intent, openDesk, textOfTransfer, upload, type TestDesk } from './desk.ts'

const person = 'Hana Example'
const poll = 'Who should come next?'

/** A write whose outcome is unknown, so that diagnostics tell of it too; its screen says the name of a person wherever it can. */
function write(desk: TestDesk, id: string, key: OperationKey, body: Record<string, string>, given: GivenDeed): void {
  const operation = operations.get(key)
  if (operation === undefined) throw new Error(key)
  const request = { body }
  const deed = keptDeed(
    given,
    { operation, environment: 'rehearsal', request },
    { redact: (value) => desk.redactor.json(value), recordTitle: () => person },
  )
  desk.journal.insert(
    intent(id, { operation: key, product: operation.product, state: 'unknown', attempts: 1, request, deed }),
    Number(id.slice(2)),
  )
}

function furnish(desk: TestDesk): void {
  const name = person
  write(desk, '011', 'POST /api/payment/customer/delete', { customerId: 'cus_2' }, { code: 'record', facts: { name } })
  write(
    desk,
    '012',
    'POST /api/payment/refund/fullrefund',
    { chargeId: 'chg_5' },
    { code: 'refunded', facts: { id: 'chg_5', amount: '15.00', currency: 'EUR', detail: person } },
  )
  write(desk, '013', 'POST /api/vote/cast/create', { id: 'emb_2' }, undefined)
  write(
    desk,
    '014',
    'PUT /api/vote/embed/update',
    { embedId: 'emb_2' },
    { code: 'poll_revealed', facts: { id: 'emb_2', name: poll } },
  )
}

const deedsOf = (desk: TestDesk) => dump(desk).intents.map(({ deed }) => JSON.parse(String(deed)) as unknown)

// Catches the name of a customer that reaches a file, a backup or a bug report by way of a sentence.
test('a name of a person is in no export, no diagnostics and not in the profile itself', async () => {
  const desk = await openDesk()
  furnish(desk)
  const log = createProfileLog({ folder: join(desk.folder, 'logs'), redactor: desk.redactor, clock: desk.clock })
  const diagnostics = createDiagnostics({
    profile: desk.folder,
    version: '0.2.0',
    host: 'loopback',
    startedAt: '2026-11-21T10:00:00.000Z',
    keychain: { backend: 'memory' },
    database: desk.database,
    environments: () => [],
    settings: () => desk.settings.get(),
    states: () =>
      ({ connection: undefined, gates: [], counts: { queued: 0, sending: 0, accepted: 0, unknown: 4 } }) as never,
    log,
    transfers: desk.transfers,
    redactor: desk.redactor,
    clock: desk.clock,
  })
  const exported = textOfTransfer(desk, await desk.file.export())
  const report = textOfTransfer(desk, await diagnostics.export())
  await log.close()
  await desk.database.backup('manual')
  expect(exported).not.toContain('Hana')
  expect(report).not.toContain('Hana')
  for (const file of readdirSync(desk.folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes('Hana'), file.name).toBe(false)
  // A poll's name is the creator's own: it moves with the profile, but a report to others has the code alone.
  expect(exported).toContain(poll)
  expect(report).toContain('poll_revealed')
  expect(report).not.toContain(poll)
})

// Catches a move to another machine after which the log speaks of routes, and a file that brings a name or a lie along.
test('deeds move with the profile, and those that do not fit are left out', async () => {
  const old = await openDesk()
  furnish(old)
  const text = textOfTransfer(old, await old.file.export())
  const fresh = await openDesk()
  await fresh.file.import(upload(fresh, text), careKinds)
  expect(deedsOf(fresh)).toEqual(deedsOf(old))
  expect(deedsOf(fresh)[1]).toEqual({ code: 'refunded', facts: { id: 'chg_5' } })

  old.database
    .statement("UPDATE intents SET deed = ? WHERE id = '011'")
    .run(JSON.stringify({ code: 'record', facts: { id: 'cus_2', name: person } }))
  old.database
    .statement("UPDATE intents SET deed = ? WHERE id = '014'")
    .run(JSON.stringify({ code: 'refunded', facts: { amount: '1.00', currency: 'EUR' } }))
  const forged = textOfTransfer(old, await old.file.export())
  const other = await openDesk()
  await other.file.import(upload(other, forged), careKinds)
  expect(deedsOf(other)[0]).toBeNull()
  expect(deedsOf(other)[3]).toBeNull()
})
