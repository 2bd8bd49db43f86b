import { expect, test } from 'vitest'
import type { BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { ofPage } from '../../../../main/core/access/rules.ts'
import { ledgerHandlers } from '../../../../main/bridge/ledger.ts'
import { confirmed, createDesk, event, input, listing, note, refused, unreachable } from './support.ts'

const update = 'PUT /api/notes/update'

// Catches a draft that is sent twice by two clicks, two windows or a repeated call.
test('one revision is one intent', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => confirmed()
  const { id } = await desk.drafts.save(input())
  const both = await Promise.allSettled([desk.drafts.submit(id), desk.drafts.submit(id)])
  expect(both).toMatchObject([
    { status: 'fulfilled', value: { state: 'confirmed', draft: { id, revision: 1 } } },
    { status: 'rejected', reason: { code: 'invalid_state' } },
  ])
  await expect(desk.drafts.submit(id)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(desk.client.sent).toHaveLength(1)
  expect(desk.drafts.get(id).sends).toMatchObject([
    { revision: 1, state: 'confirmed', requestId: 'req-1', recordId: 'n1' },
  ])
  expect((await desk.drafts.list(listing())).items).toMatchObject([{ sent: { revision: 1, state: 'confirmed' } }])
  expect(desk.drafts.revisions({ id, limit: 5 }).items).toMatchObject([{ revision: 1, sent: [{ state: 'confirmed' }] }])
  await desk.drafts.save(input({ id, baseRevision: 1, body: { name: 'Changed' } }))
  expect((await desk.drafts.submit(id)).draft).toEqual({ id, revision: 2 })
  expect(desk.client.sent).toHaveLength(2)
})

// Catches a second submit that waits half a minute behind the first instead of being told at once.
test('a second submit is refused while the first is on the wire', async () => {
  const desk = await createDesk()
  const answer = Promise.withResolvers<ReturnType<typeof confirmed>>()
  desk.client.onWrite = () => answer.promise
  const { id } = await desk.drafts.save(input())
  const first = desk.drafts.submit(id)
  await expect(desk.drafts.submit(id)).rejects.toMatchObject({ code: 'invalid_state' })
  answer.resolve(confirmed())
  expect((await first).state).toBe('confirmed')
})

// Catches a rejected revision that can't be sent again, and a draft in the bin that is sent.
test('what was rejected may be sent again, what lies in the bin may not', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => refused()
  const { id } = await desk.drafts.save(input())
  expect((await desk.drafts.submit(id)).state).toBe('rejected')
  await desk.drafts.remove(id, false)
  await expect(desk.drafts.submit(id)).rejects.toMatchObject({ code: 'invalid_state' })
  desk.drafts.restore(id)
  desk.client.onWrite = () => confirmed()
  expect((await desk.drafts.submit(id)).state).toBe('confirmed')
})

// Catches a queued intent that goes out with an old text beside the new one, and a changed draft that is queued twice.
test('a newer revision takes the place of one that still waits', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => unreachable()
  desk.client.onRead = () => {
    throw new DeskError('unreachable', 'Nothing answers.')
  }
  const { id } = await desk.drafts.save(
    input({ operation: update, body: { id: 'n1', name: 'One' }, base: { name: 'Zero' } }),
  )
  const first = await desk.drafts.submit(id)
  expect(first).toMatchObject({ state: 'queued', draft: { id, revision: 1 } })
  await desk.drafts.save(
    input({ id, baseRevision: 1, operation: update, body: { id: 'n1', name: 'Two' }, base: { name: 'Zero' } }),
  )
  const second = await desk.drafts.submit(id)
  expect(second).toMatchObject({
    id: first.id,
    state: 'queued',
    draft: { id, revision: 2 },
    request: { body: { name: 'Two' } },
  })
  expect(desk.drafts.get(id).sends).toMatchObject([{ revision: 2, state: 'queued' }])
  await desk.drafts.save(input({ id, baseRevision: 2, operation: note, body: { name: 'Three' } }))
  await expect(desk.drafts.submit(id)).rejects.toMatchObject({ code: 'invalid_state' })
})

// Catches a list that says "Rejected" where a person has to decide, and one that still says it after the decision.
test('a conflict with the copy on the platform is told until the draft is based on another copy', async () => {
  const desk = await createDesk()
  const there = { id: 'n1', name: 'Theirs' }
  desk.client.onRead = () => ({ data: there })
  desk.client.onWrite = () => confirmed()
  const content = { operation: update, body: { id: 'n1', name: 'Mine' }, base: { id: 'n1', name: 'Before' } }
  const { id } = await desk.drafts.save(input(content))
  expect(await desk.drafts.submit(id)).toMatchObject({ state: 'rejected' })
  const head = async () => (await desk.drafts.list(listing())).items[0]
  expect(desk.drafts.get(id).sends).toMatchObject([{ state: 'rejected', reason: 'copy_changed' }])
  expect(await head()).toMatchObject({ sent: { state: 'rejected' }, conflict: 'open' })
  expect(desk.drafts.get(id).conflict).toBe('open')
  const heard: unknown[] = []
  desk.drafts.onChange(({ draft }) => heard.push(draft?.conflict))
  await desk.drafts.save(input({ ...content, id, baseRevision: 1, body: { id: 'n1', name: 'Mine too' } }))
  expect((await head())?.conflict).toBe('open')
  await desk.restart()
  expect((await head())?.conflict).toBe('open')
  await desk.drafts.save(input({ ...content, id, baseRevision: 2, base: there }))
  expect((await head())?.conflict).toBe('decided')
  expect(desk.drafts.get(id).conflict).toBe('decided')
  expect(await desk.drafts.submit(id)).toMatchObject({ state: 'confirmed' })
  expect(await head()).toMatchObject({ sent: { state: 'confirmed' } })
  expect(await head()).not.toHaveProperty('conflict')
  expect(heard).toEqual(['open'])
})

// Catches a refusal by the platform that is shown as something to decide.
test('another refusal is no conflict', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => refused()
  const { id } = await desk.drafts.save(input())
  await desk.drafts.submit(id)
  expect((await desk.drafts.list(listing())).items[0]).not.toHaveProperty('conflict')
})

// Catches a draft that is ended for good while a sending still needs its text and its secrets, and one that can never be ended.
test('a draft with an open sending is not ended for good', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => unreachable()
  const { id } = await desk.drafts.save(input())
  const { id: intent } = await desk.drafts.submit(id)
  await expect(desk.drafts.remove(id, true)).rejects.toMatchObject({ code: 'invalid_state' })
  await desk.drafts.remove(id, false)
  expect((await desk.drafts.list(listing({ removed: true }))).items).toMatchObject([{ sent: { state: 'queued' } }])
  await desk.ledger.cancel(intent)
  const heard: unknown[] = []
  desk.drafts.onChange((change) => heard.push(change))
  await desk.drafts.remove(id, true)
  expect(heard).toEqual([{ removed: id }])
  expect((await desk.drafts.list(listing({ removed: true }))).items).toEqual([])
  const again = await desk.drafts.save(input({ id }))
  expect(again.revision).toBe(2)
})

// Catches an edit of a queued intent that leaves no trace of what it said before, or that drops the parts that were not given.
test('editing a queued intent makes a draft with both its contents', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => unreachable()
  const queued = await desk.ledger.submit({ operation: update, body: { id: 'n1', name: 'Before' } })
  const edit = (change: BridgeParams<'ledger.edit'>) => ledgerHandlers(desk)['ledger.edit'](change, ofPage)
  const edited = (await edit({ id: queued.id, body: { id: 'n1', name: 'After' } })) satisfies Intent
  const draft = edited.draft?.id ?? ''
  expect(edited).toMatchObject({
    id: queued.id,
    state: 'queued',
    draft: { revision: 2 },
    request: { body: { name: 'After' } },
  })
  expect(desk.drafts.get(draft, 1)).toMatchObject({
    title: 'Update Note',
    body: { name: 'Before' },
    environment: 'rehearsal',
  })
  expect((await edit({ id: queued.id, body: { id: 'n1', name: 'Later' } })).draft).toEqual({ id: draft, revision: 3 })
  expect((await edit({ id: queued.id })).draft).toEqual({ id: draft, revision: 3 })
  await desk.ledger.cancel(queued.id)
  await expect(edit({ id: queued.id, body: { id: 'n1', name: 'Too late' } })).rejects.toMatchObject({
    code: 'invalid_state',
  })
  expect(desk.drafts.get(draft).revision).toBe(3)
})

// Catches a queued intent whose secrets go with the intent's own when its draft takes it over.
test('an edited intent keeps its secrets in its draft', async () => {
  const desk = await createDesk()
  const sent: unknown[] = []
  desk.client.check = () => undefined
  desk.client.onWrite = ({ request }) => (sent.push(request.body), confirmed())
  const draft = await desk.drafts.save(
    input({ operation: event, body: { options: { streamKey: 'strm-key-5544' }, details: { title: 'x' } } }),
  )
  const intent = await desk.drafts.submit(draft.id)
  expect(intent.request.body).toEqual(draft.body)
  expect(sent).toEqual([draft.body])
})

// Catches a list that goes on showing an old state of a sending.
test('who lists drafts is told what became of a sending', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => unreachable()
  const { id } = await desk.drafts.save(input())
  const heard: unknown[] = []
  desk.drafts.onChange(({ draft }) => heard.push(draft?.sent?.state))
  const { id: intent } = await desk.drafts.submit(id)
  await desk.clock.advance(100)
  await desk.ledger.cancel(intent)
  await desk.clock.advance(100)
  expect(heard.at(-1)).toBe('cancelled')
  expect(heard).toContain('queued')
})
