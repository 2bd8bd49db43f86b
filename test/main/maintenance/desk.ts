// A profile with real parts: database, vault, redactor, drafts' tables, journal; the file and its transfers on top.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Transfer } from '#contract/maintenance.ts'
import type { DraftContent } from '#contract/draft.ts'
import type { Intent } from '#contract/models.ts'
import { createProfileFile } from '../../../main/maintenance/profile-file.ts'
import { createTransfers } from '../../../main/maintenance/transfers.ts'
import { createProfiles } from '../../../main/core/profile/profiles.ts'
import { createSettings } from '../../../main/core/profile/settings.ts'
import { textOf } from '../../../main/writing/drafts/content.ts'
import { createTables } from '../../../main/writing/drafts/tables.ts'
import { createMemoryKeychain } from '../../../main/core/keychain/index.ts'
import { createRedactor } from '../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../main/core/keychain/vault.ts'
import { createJournal } from '../../../main/platform/ledger/journal.ts'
import { operations } from '../../../main/platform/catalog/index.ts'
import type { Clock } from '../../../main/core/ports.ts'
import { openProfile } from '../../../main/core/storage/index.ts'
import { atRestOver } from '../../support/at-rest.ts'

const quiet = { write: () => undefined }
const start = Date.parse('2026-11-21T10:00:00.000Z')

/** Time that moves on by a second with each look. */
export function createTestClock(): Clock {
  let now = start
  return { now: () => (now += 1_000), after: () => () => undefined }
}

/** When a desk goes: with its test, or with all tests of a file. */
type Until = (end: () => void) => void

export function temporary(until: Until = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'care-'))
  until(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type TestDesk = Awaited<ReturnType<typeof openDesk>>

export async function openDesk(folder?: string, until: Until = onTestFinished) {
  folder ??= temporary(until)
  const clock = createTestClock()
  const database = await openProfile({ folder, clock, log: quiet })
  until(() => database.close())
  const redactor = createRedactor()
  const keychain = createMemoryKeychain({ clock, log: quiet })
  const vault = createVault({ keychain, redactor, index: createVaultIndex(database) })
  const transfers = createTransfers({ folder: join(folder, 'transfers'), clock })
  return {
    folder,
    clock,
    database,
    redactor,
    vault,
    transfers,
    profiles: createProfiles({ database, vault, atRest: atRestOver(redactor), clock }),
    settings: createSettings(database),
    tables: createTables(database),
    journal: createJournal(database, operations),
    file: createProfileFile({ database, transfers, redactor, clock, log: quiet, version: '0.2.0' }),
  }
}

export function content(change: Partial<DraftContent> = {}): DraftContent {
  return {
    operation: 'POST /api/marketing/template/create',
    title: 'Newsletter',
    path: {},
    query: {},
    body: { html: '<p>Hello</p>' },
    notes: '',
    tags: ['mail'],
    extra: { device: 'phone' },
    base: null,
    ...change,
  }
}

/** A draft with these contents as its revisions. */
export function addDraft(desk: TestDesk, id: string, contents: DraftContent[]) {
  const [first = content(), ...rest] = contents
  const at = () => new Date(desk.clock.now()).toISOString()
  let head = desk.tables.insert(id, 1, { content: first, text: textOf(first), at: at() })
  for (const next of rest) head = desk.tables.append(head, { content: next, text: textOf(next), at: at() }) ?? head
  return head
}

export function intent(id: string, change: Partial<Intent> = {}): Intent {
  return {
    id,
    reference: `sd_${id}`,
    operation: 'PUT /api/stage/describe',
    state: 'queued',
    environment: 'rehearsal',
    product: 'Livestream',
    risk: 'edit',
    request: { body: { id: 'stage-1', text: id } },
    attempts: 0,
    createdAt: new Date(start).toISOString(),
    evidence: [],
    ...change,
  }
}

/** Everything of the profile's tables, the newest state of every draft with its history. */
export function dump({ database }: TestDesk) {
  const all = (sql: string) =>
    database
      .statement(sql)
      .all()
      .map((row) => ({ ...row }))
  return {
    settings: all('SELECT * FROM settings ORDER BY key'),
    profiles: all('SELECT * FROM profiles ORDER BY id'),
    intents: all('SELECT * FROM intents ORDER BY id'),
    drafts: all(
      'SELECT id, operation, environment, revision, bytes, created_at, updated_at, removed_at, title, tags, links FROM drafts ORDER BY id',
    ),
    revisions: all(
      'SELECT d.id, r.key % 1048576 AS revision, r.at, r.source, r.bytes, r.title, r.content FROM draft_revisions AS r JOIN drafts AS d ON d.place = r.key / 1048576 ORDER BY 1, 2',
    ),
  }
}

export const textOfTransfer = (desk: TestDesk, { id }: Transfer): string =>
  readFileSync(desk.transfers.path(id), 'utf8')

/** Brings a text to a desk as an uploaded file; answers the transfer's id. */
export function upload(desk: TestDesk, text: string): string {
  const { id } = desk.transfers.begin('profile.jsonl')
  writeFileSync(desk.transfers.path(id), text)
  desk.transfers.finish(id)
  return id
}
