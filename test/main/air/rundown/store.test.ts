import { expect, test } from 'vitest'
import { createDesk, cue, input, listing, operation, reasonOf } from './support.ts'

const create = 'POST /api/video/stream/createClip'

// A save on an older revision would overwrite what another window wrote.
test('a save names the revision that it was made from', async () => {
  const { rundowns } = await createDesk()
  const first = await rundowns.save(input([cue('a')]))
  const second = await rundowns.save(input([cue('a'), cue('b')], { id: first.id, baseRevision: 1 }))
  expect(second.revision).toBe(2)
  expect(await reasonOf(rundowns.save(input([], { id: first.id, baseRevision: 1 })))).toBe('rundown_changed')
  expect(rundowns.get(first.id).cues.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(rundowns.get(first.id, 1).cues.map(({ id }) => id)).toEqual(['a'])
})

// Catches a history in which nobody can see what an undo brought back, so that the next one goes to and fro.
test('a revision that brings another back names it', async () => {
  const { rundowns } = await createDesk()
  const { id } = await rundowns.save(input([cue('a')], { title: '1' }))
  await rundowns.save(input([cue('a')], { id, title: '2', baseRevision: 1 }))
  expect((await rundowns.revert({ id, revision: 1, baseRevision: 2 })).title).toBe('1')
  const { items } = rundowns.history({ id, limit: 10 })
  expect(items.map(({ revision, of }) => [revision, of])).toEqual([
    [3, 1],
    [2, undefined],
    [1, undefined],
  ])
})

// A long note that is typed into would be written whole with each letter, and thinning would lose what it is based on.
test('a letter in a long note is kept as a difference and read whole', async () => {
  const { rundowns, database } = await createDesk()
  const note = 'n'.repeat(3_000)
  const { id } = await rundowns.save(input([cue('a', { note }), cue('b', { note })]))
  for (let at = 1; at <= 5; at += 1)
    await rundowns.save(
      input([cue('a', { note: `${note}${'x'.repeat(at)}` }), cue('b', { note })], { id, baseRevision: at }),
    )
  const kept = database.statement('SELECT sum(octet_length(content)) AS bytes FROM rundown_saves').get()
  expect(Number(kept?.bytes)).toBeLessThan(2 * 3_000 + 1_500)
  expect(rundowns.get(id).cues[0]?.note).toBe(`${note}xxxxx`)
  expect(rundowns.get(id, 3).cues[0]?.note).toBe(`${note}xx`)
})

// The bin must not hold back another list, and the rundown of a show must not vanish under it.
test('the bin, for good, and never under a show', async () => {
  const { rundowns } = await createDesk()
  const { id } = await rundowns.save(input([cue('a')]))
  rundowns.show.choose('rehearsal', id)
  expect(await reasonOf(rundowns.remove({ id, forever: false }))).toBe('rundown_in_use')
  rundowns.show.choose('rehearsal', null)
  await rundowns.remove({ id, forever: false })
  expect(rundowns.list(listing()).items).toEqual([])
  expect(rundowns.list(listing({ removed: true })).items.map((head) => head.id)).toEqual([id])
  expect(rundowns.restore(id).removedAt).toBeUndefined()
  await rundowns.remove({ id, forever: true })
  expect(await reasonOf(() => rundowns.get(id))).toBe('rundown_gone')
})

// A show made of a template would change the template, or share its revisions.
test('a template becomes a show and a show a template', async () => {
  const { rundowns } = await createDesk()
  const template = await rundowns.save(input([cue('a')], { template: true }))
  const show = await rundowns.copy({ id: template.id, template: false, title: 'Tonight' })
  expect([show.template, show.title, show.revision]).toEqual([false, 'Tonight', 1])
  expect(rundowns.list(listing({ template: true })).items.map(({ id }) => id)).toEqual([template.id])
  expect(await reasonOf(() => rundowns.show.choose('rehearsal', template.id))).toBe('rundown_is_template')
})

// A page would show each rundown twice, or leave one out.
test('pages of the list follow each other', async () => {
  const { rundowns, clock } = await createDesk()
  for (let at = 0; at < 5; at += 1) {
    await rundowns.save(input([], { title: `Show ${at}` }))
    await clock.advance(1_000)
  }
  const first = rundowns.list(listing({ limit: 2 }))
  const second = rundowns.list(listing({ limit: 2, before: first.next }))
  const third = rundowns.list(listing({ limit: 2, before: second.next }))
  expect([first, second, third].flatMap(({ items }) => items.map(({ title }) => title))).toEqual([
    'Show 4',
    'Show 3',
    'Show 2',
    'Show 1',
    'Show 0',
  ])
  expect(rundowns.list(listing({ query: 'w 3' })).items).toHaveLength(1)
})

// A key in a note would lie on disk and travel with every export.
test('a known secret is left out and named; that of a body moves to the keychain', async () => {
  const { rundowns, redactor, database } = await createDesk()
  const secret = 'hush-hush-0123456789'
  redactor.learn(secret)
  const profile = 'POST /api/account/general/set-password'
  const saved = await rundowns.save(
    input([cue('a', { note: `key ${secret}`, steps: [operation('s', profile, { password: secret })] })]),
  )
  expect(saved.leftOut).toContain('cues.0.note')
  expect(saved.cues[0]?.note).not.toContain(secret)
  const all = database
    .statement('SELECT content FROM rundown_saves')
    .all()
    .map((row) => String(row.content))
    .join()
  expect(all).not.toContain(secret)
  expect(all).toContain(`"$secret":"rundown/${saved.id}/`)
  const copy = await rundowns.copy({ id: saved.id })
  expect(JSON.stringify(copy)).toContain(`"$secret":"rundown/${copy.id}/`)
  expect((await rundowns.export({ id: saved.id, format: 'json' })).text).not.toContain('$secret')
})

// A step that reads, or one that the platform does not have, could never be fired.
test('a step is an operation that writes', async () => {
  const { rundowns } = await createDesk()
  expect(await reasonOf(rundowns.save(input([cue('a', { steps: [operation('s', 'POST /api/none')] })])))).toBe(
    'unknown_operation',
  )
  expect(await reasonOf(rundowns.save(input([cue('a'), cue('a')])))).toBe('cue_twice')
  await rundowns.save(input([cue('a', { steps: [operation('s', create, { streamId: 'x', title: 'y' })] })]))
})

// Catches an editor that says "not saved" as soon as a step is added, and keeps everything else that is written from being saved.
test('a step whose operation is not chosen yet is kept', async () => {
  const { rundowns } = await createDesk()
  const step = { id: 's', name: '', action: { kind: 'operation', operation: '', request: {} } } as const
  const { id } = await rundowns.save(input([cue('a', { steps: [step] })]))
  expect(rundowns.get(id).cues[0]?.steps).toEqual([step])
})

// Catches a history that counts headings and notes as cues, which the list beside it does not.
test('the history counts the cues that the list counts', async () => {
  const { rundowns } = await createDesk()
  const cues = [cue('g', { kind: 'group' }), cue('a'), cue('b', { skip: true }), cue('n', { kind: 'note' })]
  const { id } = await rundowns.save(input(cues))
  expect(rundowns.history({ id, limit: 5 }).items.map(({ count }) => count)).toEqual([1])
  expect(rundowns.list(listing()).items.map(({ count }) => count)).toEqual([1])
})
