import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { careKinds } from '#contract/maintenance.ts'
import { DeskError } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'
import type { Json } from '#contract/json.ts'
import { plainBrand } from '#contract/mail.ts'
import { createMailStore } from '../../../main/writing/mail/settings.ts'
import { createShows } from '../../../main/air/show/index.ts'
import { addDraft, content, dump, intent, openDesk, textOfTransfer, upload, type TestDesk } from './desk.ts'

const planted = {
  profile: 'profile-stream-key-77',
  draft: 'draft-stream-key-88',
  intent: 'intent-stream-key-99',
  loose: 'loose-secret-value-55',
}

/** A desk with some of everything, and secrets in every place that can hold one. */
async function furnished(until?: (end: () => void) => void): Promise<TestDesk> {
  const desk = await openDesk(undefined, until)
  const { vault, profiles, settings, journal, tables, redactor } = desk
  const reference = await vault.put('draft/show', 'body.options.streamKey', planted.draft)
  const saved = await profiles.save({
    name: 'Main stage',
    environment: 'production',
    options: { providerName: 'Hall' },
    secrets: { streamKey: planted.profile, apiKey: 'profile-api-key-11' },
  })
  addDraft(desk, 'show', [
    content({ title: 'First words', operation: 'PUT /api/video/event/update', body: { options: { streamKey: null } } }),
    content({
      title: 'Night show',
      operation: 'PUT /api/video/event/update',
      body: { options: { streamKey: { ...reference } } },
      environment: 'production',
      extra: { profileIds: [saved.id] },
    }),
    content({
      title: 'Night show',
      operation: 'PUT /api/video/event/update',
      body: { options: { streamKey: { ...reference } } },
      notes: 'unicode 🎬 字',
      environment: 'production',
    }),
  ])
  addDraft(desk, 'letter', [content(), content({ body: { html: '<p>Two</p>' } })])
  const binned = addDraft(desk, 'old', [content({ title: 'Old news' })])
  tables.setRemoved(binned, { at: '2026-11-20T10:00:00.000Z' })
  const letter = tables.find('letter')
  if (letter !== undefined) tables.link(letter, { [saved.id]: '01A' })
  const queuedSecret = await vault.put('intent/01B', 'streamKey', planted.intent)
  journal.insert(
    intent('01A', {
      state: 'confirmed',
      status: 200,
      answer: { data: { id: 'x' } },
      draft: { id: 'letter', revision: 1 },
      attempts: 1,
      sentAt: '2026-11-21T10:00:00.000Z',
      settledAt: '2026-11-21T10:00:01.000Z',
    }),
    1,
  )
  journal.insert(intent('01B', { request: { body: { id: 'stage-1', streamKey: { ...queuedSecret } } } }), 2)
  journal.insert(intent('01C', { state: 'sending', attempts: 1, sentAt: '2026-11-21T10:00:00.000Z' }), 3)
  journal.insert(
    intent('01D', {
      state: 'unknown',
      attempts: 1,
      evidence: [{ at: '2026-11-21T10:00:00.000Z', event: 'cut', note: 'cut' }],
    }),
    4,
  )
  settings.write('environments', { production: 'https://platform.example.org/base' })
  settings.write('environment', 'production')
  settings.write('desk', {
    theme: 'light',
    density: 'compact',
    armKeys: { stop: 'mod+shift+s' },
    authOverrides: { Polls: 'session' },
  })
  settings.write('platforms/production', { outputs: ['hall'], playback: [], events: [] })
  settings.write('connection', { sending: 'paused', probing: 'on' })
  settings.write('broadcast/production', { stream: { id: 's1', name: 'Hall' }, plannedEndAt: '2026-11-21T22:00:00Z' })
  settings.write('fields/production', {
    'POST /api/payment/charge/all': {
      fields: { id: 'chargeNo' },
      amounts: 'minor',
      updatedAt: '2026-11-21T10:00:00.000Z',
    },
  })
  settings.write('session-mapping/production', {
    'POST /api/account/general/login': {
      token: 'data.session.accessToken',
      accountId: 'data.accounts.0.id',
      sessionId: 'data.device_id',
    },
  })
  createShows(desk.database).begin(
    { id: 'night', title: 'Night', environment: 'production', startedAt: '2026-11-21T10:00:00.000Z' },
    [],
  )
  redactor.learn(planted.loose)
  addDraft(desk, 'careless', [
    content({ title: 'Careless', notes: `the key is ${planted.loose}`, body: { apiKey: 'typed-api-key-22' } }),
  ])
  return desk
}

async function exported(desk: TestDesk): Promise<string> {
  return textOfTransfer(desk, await desk.file.export())
}

/** The text with its last line made to fit, as a careful forger would. */
function resealed(lines: string[]): string {
  const body = lines.map((line) => `${line}\n`).join('')
  return `${body}${JSON.stringify({ kind: 'end', records: lines.length - 1, sha256: createHash('sha256').update(body).digest('hex') })}\n`
}

// Catches any part of a profile that does not arrive, arrives changed, or could be sent from two machines.
test('a move to another machine brings everything, and a second import changes nothing', async () => {
  const old = await furnished()
  const text = await exported(old)
  const fresh = await openDesk()
  const id = upload(fresh, text)
  const before = dump(fresh)
  const preview = await fresh.file.preview(id)
  expect(dump(fresh)).toEqual(before)
  expect(preview.kinds).toMatchObject({
    drafts: { added: 4, changed: 0, same: 0 },
    profiles: { added: 1 },
    settings: { added: 7 },
    activity: { added: 4 },
  })
  expect(await fresh.file.import(id, careKinds)).toEqual(preview)

  const [from, to] = [dump(old), dump(fresh)]
  const unhinged = (rows: Array<Record<string, unknown>>) => rows.filter(({ id }) => id !== 'show' && id !== 'careless')
  const sizeless = (rows: Array<Record<string, unknown>>) => rows.map((row) => ({ ...row, bytes: 0 }))
  expect(sizeless(to.drafts)).toEqual(sizeless(from.drafts))
  expect(unhinged(to.revisions)).toEqual(unhinged(from.revisions))
  expect(to.revisions.map(({ id, revision, at }) => [id, revision, at])).toEqual(
    from.revisions.map(({ id, revision, at }) => [id, revision, at]),
  )
  expect(to.revisions.every((row) => row.bytes === Buffer.byteLength(String(row.content)))).toBe(true)
  expect(to.settings).toEqual(from.settings.filter(({ key }) => key !== 'environment'))
  expect(createShows(fresh.database).list(10)).toEqual([])
  expect(fresh.profiles.list()).toEqual([
    { ...old.profiles.list()[0], secrets: { apiKey: null, apiSecret: null, authToken: null, streamKey: null } },
  ])
  expect(to.intents.map(({ id, state, held }) => [id, state, held])).toEqual([
    ['01A', 'confirmed', 0],
    ['01B', 'queued', 1],
    ['01C', 'unknown', 0],
    ['01D', 'unknown', 0],
  ])
  // The catalog has no such operation: nothing that a file says makes it a small matter.
  expect(to.intents[0]).toEqual({ ...from.intents[0], risk: 'destroy' })
  expect(fresh.database.backups().map(({ label }) => label)).toContain('before-import')

  const again = await fresh.file.import(id, careKinds)
  expect(Object.values(again.kinds).map(({ added, changed }) => added + changed)).toEqual([0, 0, 0, 0, 0])
  expect(dump(fresh)).toEqual(to)
  // And what was moved moves on.
  const third = await openDesk()
  await third.file.import(upload(third, await exported(fresh)), careKinds)
  expect(dump(third).drafts.map(({ id, title, revision }) => [id, title, revision])).toEqual(
    from.drafts.map(({ id, title, revision }) => [id, title, revision]),
  )
})

// Catches a secret in the file, in whatever spelling, and a reference that another keychain can't know.
test('no secret and no reference is in the file, and each is listed by its place', async () => {
  const text = await exported(await furnished())
  for (const secret of [...Object.values(planted), 'profile-api-key-11', 'typed-api-key-22'])
    expect(text).not.toContain(secret)
  expect(text).not.toContain('$secret')
  const records = text
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { kind?: string; id?: string; draft?: string; revision?: number; secrets?: string[] },
    )
  expect(records.find(({ kind }) => kind === 'profile')?.secrets).toEqual(['apiKey', 'streamKey'])
  expect(
    records.find(({ kind, draft, revision }) => kind === 'revision' && draft === 'show' && revision === 3)?.secrets,
  ).toEqual(['body.options.streamKey'])
  expect(records.find(({ id }) => id === '01B')?.secrets).toEqual(['body.streamKey'])
})

// Catches a brand and snippets that stay behind on the old machine, and ones that an import plants in another shape.
test('what the template studio keeps moves along', async () => {
  const old = await openDesk()
  createMailStore(old.settings).change({
    brand: { ...plainBrand, name: 'Harbour Lights', logo: 'https://cdn.example.org/logo.png' },
    snippets: [{ name: 'Footer', html: '<p>Bye</p>\r\n' }],
    clients: ['gmail'],
    sections: ['rehearsal'],
  })
  const text = await exported(old)
  const fresh = await openDesk()
  createMailStore(fresh.settings).change({ brand: { ...plainBrand, name: 'Other' } })
  const preview = await fresh.file.import(upload(fresh, text), ['settings'])
  expect(preview.kinds.settings.examples).toEqual([{ name: 'Brand, snippets and mail apps', change: 'changed' }])
  expect(createMailStore(fresh.settings).get()).toEqual(createMailStore(old.settings).get())
  const forged = resealed(
    replaced(text.trim().split('\n').slice(0, -1), 1, (record) => (record.value = { snippets: [{ name: 1 }] })),
  )
  await expect(fresh.file.import(upload(fresh, forged), ['settings'])).rejects.toMatchObject({ code: 'invalid_input' })
})

// Catches a draft or a held request that is sent without its secret because a null went unnoticed.
test('what has lost its secret on the way is refused when it is sent, not sent without it', async () => {
  const fresh = await openDesk()
  const preview = await fresh.file.import(upload(fresh, await exported(await furnished())), careKinds)
  const bodies = [
    dump(fresh).revisions.find(({ id, revision }) => id === 'show' && revision === 3)?.content,
    dump(fresh).intents[1]?.request,
  ]
  for (const body of bodies) {
    const [, reference = ''] = /"\$secret":"([^"]+)"/.exec(String(body)) ?? []
    await expect(fresh.vault.resolve(reference, 'streamKey')).rejects.toMatchObject({ code: 'secret_missing' })
  }
  expect(preview.warnings.join('\n')).toMatch(/"Main stage": apiKey, streamKey/)
  expect(preview.warnings.join('\n')).toMatch(/"Night show": body\.options\.streamKey/)
})

// Catches an import that overwrites what was written here, loses a secret of this desk, or brings back what has moved on.
test("a draft that is there gets the file's content on top and keeps its history and secrets", async () => {
  const desk = await furnished()
  const text = await exported(desk)
  const reference = /"\$secret":"([^"]+)"/.exec(desk.tables.text(desk.tables.find('show')?.place ?? 0, 3) ?? '')?.[1]
  const elsewhere = await openDesk()
  await elsewhere.file.import(upload(elsewhere, text), careKinds)
  const head = elsewhere.tables.find('show')
  if (head === undefined) throw new Error('not imported')
  const written = {
    ...(JSON.parse(elsewhere.tables.text(head.place, 3) ?? '') as ReturnType<typeof content>),
    notes: 'written elsewhere',
  }
  elsewhere.tables.append(head, { content: written, text: JSON.stringify(written), at: '2026-11-22T10:00:00.000Z' })

  const before = dump(desk)
  const back = upload(desk, await exported(elsewhere))
  const preview = await desk.file.preview(back)
  expect(preview.kinds.drafts).toMatchObject({
    added: 0,
    changed: 1,
    same: 3,
    examples: [{ name: 'Night show', change: 'changed' }],
  })
  await desk.file.import(back, careKinds)
  const after = dump(desk)
  expect(after.revisions.filter(({ id, revision }) => id !== 'show' || Number(revision) < 4)).toEqual(before.revisions)
  const newest = JSON.parse(
    String(after.revisions.find(({ id, revision }) => id === 'show' && revision === 4)?.content),
  ) as ReturnType<typeof content>
  expect(newest).toMatchObject({ notes: 'written elsewhere', body: { options: { streamKey: { $secret: reference } } } })
  expect(after.drafts.find(({ id }) => id === 'show')).toMatchObject({ revision: 4 })
  // The file of before has nothing that this desk has not had.
  expect((await desk.file.import(upload(desk, text), ['drafts'])).kinds.drafts).toMatchObject({ changed: 0, same: 4 })
})

// Catches a draft that was thrown away here and stays away although the person asks for the file's, and one that an import throws away.
test('the bin: a draft comes back where the file has it alive, and none goes into it', async () => {
  const desk = await furnished()
  const text = await exported(desk)
  const [letter, old] = [desk.tables.find('letter'), desk.tables.find('old')]
  if (letter === undefined || old === undefined) throw new Error('not there')
  desk.tables.setRemoved(letter, { at: '2026-11-21T12:00:00.000Z' })
  desk.tables.setRemoved(old, undefined)
  expect((await desk.file.import(upload(desk, text), careKinds)).kinds.drafts).toMatchObject({ changed: 1 })
  expect(desk.tables.find('letter')?.removedAt).toBeUndefined()
  expect(desk.tables.find('old')?.removedAt).toBeUndefined()
})

// Catches a profile of this desk that an older file takes back, or that loses its secrets to a newer one.
test('a provider profile is replaced by a newer one only, and keeps its secrets', async () => {
  const desk = await furnished()
  const text = await exported(desk)
  const [saved] = desk.profiles.list()
  if (saved === undefined) throw new Error('no profile')
  await desk.profiles.save({ id: saved.id, name: 'Renamed here', environment: 'production', options: {} })
  expect((await desk.file.import(upload(desk, text), ['profiles'])).kinds.profiles).toMatchObject({
    changed: 0,
    same: 1,
  })
  const later = text
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace(saved.updatedAt, '2027-01-01T00:00:00.000Z'))
  await desk.file.import(upload(desk, resealed(later)), ['profiles'])
  expect(desk.profiles.list()[0]).toMatchObject({ name: 'Main stage', secrets: saved.secrets })
})

// Catches kinds that were not chosen and come in all the same.
test('only the chosen kinds are taken', async () => {
  const fresh = await openDesk()
  const result = await fresh.file.import(upload(fresh, await exported(await furnished())), ['settings'])
  expect(result.kinds.drafts.added).toBe(0)
  expect(dump(fresh)).toMatchObject({ drafts: [], profiles: [], intents: [] })
  expect(dump(fresh).settings).toHaveLength(7)
})

// Catches an address that changes unseen: what is sent there carries this desk's credentials.
test('a changed address and a resumed queue are warned of', async () => {
  const desk = await openDesk()
  desk.settings.write('environments', { production: 'https://mine.example.org' })
  desk.settings.write('connection', { sending: 'paused', probing: 'on' })
  const other = await openDesk()
  other.settings.write('environments', { production: 'https://theirs.example.org' })
  other.settings.write('connection', { sending: 'on', probing: 'on' })
  const { warnings } = await desk.file.preview(upload(desk, await exported(other)))
  expect(warnings.join('\n')).toMatch(/https:\/\/mine\.example\.org to https:\/\/theirs\.example\.org/)
  expect(warnings.join('\n')).toMatch(/Sending is paused/)
})

const signIn = 'POST /api/account/general/login'
const token = 'Session-Token-Value-9f8e7d6c'

// Catches a token, or any value that got in where the name of a field belongs, in the file or out of it; and a file that is refused for it.
test('of a sign-in nothing but names of fields travels', async () => {
  const name = fc.stringMatching(/^[a-z_]{1,12}\d?$/)
  const path = fc.oneof(
    fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('.')),
    fc.constantFrom(token, `data.${token}.id`, `data.0.${token}`, 'a b', '\u0000'),
  )
  await fc.assert(
    fc.asyncProperty(path, fc.option(path, { nil: undefined }), async (one, other) => {
      const desk = await openDesk()
      const mapping = { token: one, ...(other !== undefined && { accountId: other }) }
      desk.settings.write('session-mapping/production', {
        [signIn]: mapping,
        'POST /api/account/register/create': { token: 'data.jwt' },
      })
      const text = await exported(desk)
      expect(text).not.toContain(token)
      const fresh = await openDesk()
      await fresh.file.import(upload(fresh, text), careKinds)
      const isName = (text: string | undefined) =>
        text !== undefined && text.split('.').every((part) => /^[a-z_]/.test(part) && !/[\s]/.test(part))
      const arrived = fresh.settings.read('session-mapping/production') as Record<string, object>
      expect(arrived[signIn]).toEqual(
        isName(one) ? { token: one, ...(isName(other) && { accountId: other }) } : undefined,
      )
      expect(arrived['POST /api/account/register/create']).toEqual({ token: 'data.jwt' })
    }),
    { numRuns: 12 },
  )
})

// Catches a name that is masked since it is a known secret too, and takes the whole file with it.
test('a masked name is left out, not the file', async () => {
  const desk = await openDesk()
  desk.settings.write('session-mapping/production', { [signIn]: { token: 'data.hunter_two', accountId: 'data.id' } })
  desk.redactor.learn('hunter_two')
  const text = await exported(desk)
  expect(text).not.toContain('hunter_two')
  const fresh = await openDesk()
  await fresh.file.import(upload(fresh, text), careKinds)
  expect(fresh.settings.read('session-mapping/production')).toEqual({})
})

// Catches a value that a forged file plants, and a mapping that takes the place of another unseen.
test('fields of sign-ins are replaced as other settings are, and only names are taken from a file', async () => {
  const desk = await openDesk()
  desk.settings.write('session-mapping/production', { [signIn]: { token: 'data.token' } })
  const other = await openDesk()
  other.settings.write('session-mapping/production', { [signIn]: { token: 'data.jwt', sessionId: 'data.sid' } })
  const text = await exported(other)
  const id = upload(desk, text)
  const preview = await desk.file.preview(id)
  expect(preview.kinds.settings).toMatchObject({ added: 0, changed: 1, same: 0 })
  await desk.file.import(id, careKinds)
  expect(desk.settings.read('session-mapping/production')).toEqual({
    [signIn]: { token: 'data.jwt', sessionId: 'data.sid' },
  })
  expect((await desk.file.preview(upload(desk, text))).kinds.settings).toMatchObject({ changed: 0, same: 1 })
  const forged = resealed(
    replaced(
      text.trim().split('\n').slice(0, -1),
      1,
      (record) =>
        (record.value = {
          [signIn]: [
            { part: 'token', path: 'data.jwt' },
            { part: 'accountId', path: 'eyJhbGciOi 9+/=' },
          ],
        }),
    ),
  )
  await desk.file.import(upload(desk, forged), careKinds)
  expect(desk.settings.read('session-mapping/production')).toEqual({ [signIn]: { token: 'data.jwt' } })
})

interface Damage {
  name: string
  line: number
  /** `profile_file_damaged` where it is left out. */
  reason?: ErrorReason
  change: (lines: string[]) => string
}
const replaced = (lines: string[], at: number, change: (record: Record<string, Json>) => void): string[] => {
  const record = JSON.parse(lines[at] ?? '') as Record<string, Json>
  change(record)
  return lines.with(at, JSON.stringify(record))
}
const where = (lines: string[], kind: string): number => lines.findIndex((line) => line.includes(`"kind":"${kind}"`))
const damages: Damage[] = [
  {
    name: 'cut off between two lines',
    line: 5,
    change: (lines) =>
      lines
        .slice(0, 5)
        .map((line) => `${line}\n`)
        .join(''),
  },
  {
    name: 'cut off within a line',
    line: 5,
    change: (lines) => `${lines.slice(0, 4).join('\n')}\n${(lines[4] ?? '').slice(0, 20)}`,
  },
  { name: 'a line that is not JSON', line: 3, change: (lines) => lines.with(2, '{"kind":').join('\n') },
  { name: 'a changed letter', line: 0, change: (lines) => lines.join('\n').replace('Night show', 'Right show') },
  { name: 'a missing line', line: 0, change: (lines) => lines.toSpliced(3, 1).join('\n') },
  { name: 'more after the end', line: 0, change: (lines) => `${lines.join('\n')}\n{"kind":"end"}` },
  {
    name: 'a wrong type',
    line: -1,
    change: (lines) =>
      resealed(replaced(lines.slice(0, -1), where(lines, 'profile'), (record) => (record.options = 7))),
  },
  {
    name: 'a field that nobody knows',
    line: -1,
    change: (lines) => resealed(replaced(lines.slice(0, -1), where(lines, 'intent'), (record) => (record.extra = 1))),
  },
  {
    name: 'an address that is none',
    line: -1,
    change: (lines) =>
      resealed(
        replaced(
          lines.slice(0, -1),
          lines.findIndex((line) => line.includes('"environments"')),
          (record) => (record.value = { production: 'http://evil.example.org' }),
        ),
      ),
  },
  {
    name: 'a draft without its newest revision',
    line: -1,
    change: (lines) => resealed(lines.slice(0, -1).toSpliced(where(lines, 'draft') + 3, 1)),
  },
  {
    name: 'a record that stands there twice',
    line: -1,
    change: (lines) =>
      resealed(lines.slice(0, -1).toSpliced(where(lines, 'profile'), 0, lines[where(lines, 'profile')] ?? '')),
  },
  {
    name: 'a newer version',
    line: 1,
    reason: 'file_newer',
    change: (lines) => replaced(lines, 0, (record) => (record.version = 3)).join('\n'),
  },
  { name: "another program's file", line: 1, reason: 'file_foreign', change: () => '{"name":"other"}\n' },
  { name: 'no text at all', line: 1, reason: 'file_foreign', change: () => '\u0000\u0001\u0002' },
  { name: 'nothing', line: 1, reason: 'file_foreign', change: () => '' },
]

// What is refused leaves the desk as it was, so that one desk takes all of it.
let whole: string
let untouched: TestDesk
const ends: Array<() => void> = []
afterAll(() => {
  for (const end of ends.toReversed()) end()
})
beforeAll(async () => {
  const until = (end: () => void) => void ends.push(end)
  whole = await exported(await furnished(until))
  untouched = await openDesk(undefined, until)
})

// Catches a file that is taken in part, or refused without a word on where.
test.each(damages)('$name is refused whole, with its line', async ({ line, change, reason = 'file_damaged' }) => {
  const before = dump(untouched)
  const id = upload(untouched, change(whole.trimEnd().split('\n')))
  for (const attempt of [() => untouched.file.preview(id), () => untouched.file.import(id, careKinds)]) {
    const refusal = await attempt().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(refusal instanceof DeskError)) throw new Error('it was taken')
    expect(refusal.code).toBe('invalid_input')
    const { facts } = refusal.details
    expect(facts?.reason).toBe(reason)
    if (reason === 'file_damaged')
      expect(facts?.['place']).toMatch(line > 0 ? new RegExp(`^line ${line}(,|$)`) : /^line \d+(,|$)/)
  }
  expect(dump(untouched)).toEqual(before)
  expect(untouched.database.backups()).toEqual([])
})

// Catches a backup of an earlier version that this desk refuses.
test('a file of version 1 is read', async () => {
  const text = await exported(await furnished())
  const lines = text.trimEnd().split('\n').slice(0, -1)
  const earlier = lines.filter((line) => (JSON.parse(line) as { kind?: string }).kind !== 'rundown')
  const fresh = await openDesk()
  const id = upload(fresh, resealed(replaced(earlier, 0, (record) => (record.version = 1))))
  expect((await fresh.file.import(id, careKinds)).kinds).toMatchObject({ drafts: { added: 4 }, activity: { added: 4 } })
})

// Catches an import that stops every other thing the desk does, and one that needs the whole file in memory to work.
test('a large profile moves while other work goes on', async () => {
  const old = await openDesk()
  const html = 'x'.repeat(30_000)
  old.database.transaction(() => {
    for (let index = 0; index < 300; index += 1)
      addDraft(old, `d${index}`, [content({ body: { html } }), content({ body: { html: `${html}${index}` } })])
  })
  let turns = 0
  let working = true
  const work = () => {
    turns += 1
    if (working) setImmediate(work)
  }
  work()
  const text = await exported(old)
  const duringExport = turns
  const fresh = await openDesk()
  await fresh.file.import(upload(fresh, text), careKinds)
  working = false
  expect(duringExport).toBeGreaterThan(20)
  expect(turns - duringExport).toBeGreaterThan(40)
  expect(dump(fresh).drafts).toHaveLength(300)
  expect(dump(fresh).revisions).toEqual(dump(old).revisions)
})
