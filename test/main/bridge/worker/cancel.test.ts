import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { careKinds } from '#contract/maintenance.ts'
import type { DeskError } from '#contract/errors.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { cancelled, createFileReader } from '../../../../main/bridge/worker/files.ts'
import { createProfileFile } from '../../../../main/maintenance/profile-file.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import type { ProfileDatabase } from '../../../../main/core/storage/types.ts'
import type { Reading } from '../../../../main/core/types.ts'
import { createDesk, event } from '../../writing/drafts/support.ts'
import { addDraft, content, dump, openDesk, textOfTransfer, upload, type TestDesk } from '../../maintenance/desk.ts'

const log = { write: () => undefined }

function openReader() {
  const read: string[] = []
  const reader = createFileReader({
    ...{ redactor: createRedactor(), operations, clock: systemClock, log },
    start: (order) => {
      read.push(order.file.kind)
      return new Worker(new URL('../../../../main/bridge/worker/worker.ts', import.meta.url), { workerData: order })
    },
  })
  onTestFinished(() => reader.stop())
  return { reader, read }
}

/** Cancelled once `share` is told. */
function reading(share = Number.POSITIVE_INFINITY) {
  const abort = new AbortController()
  const shares: number[] = []
  const progress = (now: number): void => {
    shares.push(now)
    if (now >= share) abort.abort(cancelled())
  }
  return { abort, shares, of: { signal: abort.signal, progress } satisfies Reading }
}

const drafts = 100

let written: Promise<string> | undefined
const largeFile = (): Promise<string> => (written ??= writeLargeFile())

async function writeLargeFile(): Promise<string> {
  const old = await openDesk()
  const html = 'x'.repeat(30_000)
  old.database.transaction(() => {
    for (let index = 0; index < drafts; index += 1)
      addDraft(old, `d${index}`, [content({ body: { html } }), content({ body: { html: `${html}${index}` } })])
  })
  return textOfTransfer(old, await old.file.export())
}

/** A desk that reads large files apart. */
async function deskThatReadsApart(change: (database: ProfileDatabase) => Partial<ProfileDatabase> = () => ({})) {
  const desk = await openDesk()
  addDraft(desk, 'own', [content({ title: 'Of this desk' })])
  const { reader, read } = openReader()
  const { transfers, redactor, clock } = desk
  const database = { ...desk.database, ...change(desk.database) }
  const file = createProfileFile({ database, transfers, redactor, clock, log, version: '0.2.0', read: reader.profile })
  return { ...desk, file, read }
}

const tables = ({ database }: TestDesk): unknown[] => database.statement('SELECT name FROM sqlite_temp_schema').all()

const failure = (run: Promise<unknown>): Promise<DeskError> =>
  run.then(
    () => expect.unreachable('it was not cancelled'),
    (error: unknown) => error as DeskError,
  )

// Catches a profile that loses records between the parts in which the thread hands it over, and one without a share.
test('a large profile is read apart in parts, tells its share, and comes in as one that is read here', async () => {
  const text = await largeFile()
  const [here, apart] = [await openDesk(), await deskThatReadsApart()]
  addDraft(here, 'own', [content({ title: 'Of this desk' })])
  const { shares, of } = reading()
  await apart.file.preview(upload(apart, text), of)
  const result = await apart.file.import(upload(apart, text), careKinds, of)
  expect(result).toEqual(await here.file.import(upload(here, text), careKinds))
  expect(result.kinds.drafts).toMatchObject({ added: drafts })
  expect(dump(apart).revisions.map(({ content: words }) => words)).toEqual(
    dump(here).revisions.map(({ content: words }) => words),
  )
  expect(apart.read).toEqual(['profile', 'profile'])
  expect(shares.length).toBeGreaterThan(20)
  expect(Math.max(...shares)).toBeGreaterThan(0.95)
})

// Catches a Cancel after which some of the records stay, or after which the next import fails.
test.each([0.02, 0.5, 0.99])('a large profile that is cancelled at %d of it leaves all as it was', async (share) => {
  const text = await largeFile()
  const desk = await deskThatReadsApart()
  const before = dump(desk)
  const id = upload(desk, text)
  expect(await failure(desk.file.import(id, careKinds, reading(share).of))).toMatchObject({ code: 'cancelled' })
  expect(dump(desk)).toEqual(before)
  expect(tables(desk)).toEqual([])
  expect((await desk.file.import(id, careKinds)).kinds.drafts).toMatchObject({ added: drafts })
})

// Catches a Cancel that is not heard once the file was read.
test('a Cancel while the backup before the import is made leaves all as it was', async () => {
  const { abort, of } = reading()
  const desk = await deskThatReadsApart((database) => ({
    backup(label) {
      abort.abort(cancelled())
      return database.backup(label)
    },
  }))
  const before = dump(desk)
  const id = upload(desk, await largeFile())
  expect(await failure(desk.file.import(id, careKinds, of))).toMatchObject({ code: 'cancelled' })
  expect(dump(desk)).toEqual(before)
})

// Catches drafts that are half there after a Cancel, that come in although it was pressed, and secrets that stay behind.
test.each([1, 2, 3])('drafts that are cancelled at secret %d leave nothing', async (place) => {
  const desk = await createDesk()
  const at = '2026-11-21T10:00:00.000Z'
  const filed = ['one', 'two', 'three'].map((id) => ({
    ...{ id, operation: event, title: id, revision: 1, createdAt: at, updatedAt: at },
    body: { options: { streamKey: `a-stream-key-of-${id}` }, details: { streamId: id } },
  }))
  const text = JSON.stringify({ format: 'showdesk-drafts', version: 1, drafts: filed })
  const { abort, of } = reading()
  const set = desk.keychain.set.bind(desk.keychain)
  let kept = 0
  vi.spyOn(desk.keychain, 'set').mockImplementation((...given) => {
    if (++kept === place) abort.abort(cancelled())
    return set(...given)
  })
  expect(await failure(desk.drafts.import(text, undefined, of))).toMatchObject({ code: 'cancelled' })
  expect(desk.database.statement('SELECT id FROM drafts').all()).toEqual([])
  expect(desk.database.statement('SELECT 1 FROM vault_refs').all()).toEqual([])
  expect(await desk.drafts.import(text)).toHaveLength(filed.length)
})
