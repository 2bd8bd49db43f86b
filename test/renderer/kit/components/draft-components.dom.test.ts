import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { Draft, DraftContent, DraftHead, DraftRevision } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import ConflictDialog from '../../../../renderer/writing/parts/ConflictDialog.vue'
import DraftRow from '../../../../renderer/writing/parts/DraftRow.vue'
import DraftHistory from '../../../../renderer/writing/parts/DraftHistory.vue'
import SaveLabel from '../../../../renderer/writing/parts/SaveLabel.vue'
import TextMerge from '../../../../renderer/kit/components/text/TextMerge.vue'
import UnsavedPanel from '../../../../renderer/writing/parts/UnsavedPanel.vue'
import { contentOf, emptyContent } from '../../../../renderer/writing/draft/draft-content.ts'
import { differencesOf } from '../../../../renderer/writing/revisions/merge.ts'
import type { ShownKind } from '../../../../renderer/writing/revisions/types.ts'
import { mountOnDesk } from '../../support/mount.ts'

const content = (rest: Partial<DraftContent>): DraftContent => ({
  ...emptyContent('PUT /api/events/general/update'),
  ...rest,
})
const draft = (rest: Partial<Draft>): Draft => ({
  ...content(rest),
  id: 'd',
  revision: 3,
  createdAt: '2026-11-21T19:00:00.000Z',
  updatedAt: '2026-11-21T19:14:05.000Z',
  links: {},
  sends: [],
  ...rest,
})
/** Named by their places. */
const kind: ShownKind = { contentOf, shape: { first: ['title'] }, nameOf: ([name = '']) => ({ name }) }
const press = async (selector: string): Promise<void> => {
  document.querySelector<HTMLElement>(selector)?.click()
  await flushPromises()
}

// "Saved" beside a conflict would be the one lie this word must never tell.
test('the save word is true', async () => {
  const { wrapper } = await mountOnDesk(SaveLabel, { state: 'failed', conflict: true })
  expect(wrapper.text()).toContain('Not saved: edited elsewhere')
  const saved = await mountOnDesk(SaveLabel, { state: 'saved', savedAt: new Date(2026, 10, 21, 20, 14, 5).getTime() })
  expect(saved.wrapper.text()).toBe('Saved 20:14:05')
})

// A slow disk that looks like a quick one hides how much a crash would take.
test('says that saving is slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { wrapper } = await mountOnDesk(SaveLabel, { state: 'saving' })
    expect(wrapper.text()).toBe('Saving')
    vi.advanceTimersByTime(400)
    await nextTick()
    expect(wrapper.text()).toContain('Saving is slow: not on disk yet')
  } finally {
    vi.useRealTimers()
  }
})

// The three parts of an error, and the text to copy as it stands at that moment.
test('a failed save says what is safe and gives the text', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  let text = 'first'
  const { wrapper } = await mountOnDesk(UnsavedPanel, {
    error: new DeskError('storage_full', 'No space left.'),
    content: () => text,
    savedAt: 0,
  })
  expect(wrapper.text()).toMatch(/disk is full[\s\S]*is saved[\s\S]*Free some space/)
  text = 'second'
  await wrapper
    .findAll('button')
    .find((button) => button.text() === 'Copy text')
    ?.trigger('click')
  expect(write).toHaveBeenCalledWith('second')
  expect(wrapper.find('[data-discard]').exists()).toBe(false)
})

// The reason of a refusal and the sentence of its code would say the same twice.
test('says why a save failed once', async () => {
  const { wrapper } = await mountOnDesk(UnsavedPanel, {
    error: new DeskError('invalid_input', 'Too deep.', { facts: { reason: 'too_deep' } }),
    content: () => '',
  })
  const paragraphs = wrapper.findAll('p').map((paragraph) => paragraph.text())
  expect(paragraphs[0]).toBe('Not saved. The nesting is too deep to store.')
  expect(paragraphs.at(-1)).toBe('Remove some levels.')
  expect(paragraphs).toHaveLength(3)
})

// A merge that is saved before each difference was decided overwrites somebody unseen.
test('saves a merge only once every difference is decided', async () => {
  const base = content({ title: 'A', notes: 'n' })
  const mine = content({ title: 'B', notes: 'n', body: { streamKey: 'live_1' } })
  const theirs = content({ title: 'C', notes: 'm' })
  const onResolve = vi.fn()
  await mountOnDesk(ConflictDialog, {
    open: true,
    kind,
    fields: differencesOf(kind.shape, base, mine, theirs),
    ...{ mine, theirs: draft(theirs) },
    onResolve,
  })
  await nextTick()
  const merged = document.querySelector<HTMLButtonElement>('[data-save-merged]')
  expect(merged?.disabled).toBe(true)
  expect(document.querySelector('[data-conflict]')?.textContent).not.toContain('live_1')
  await press('[data-field-conflict="title"] [data-side="theirs"]')
  expect(document.querySelector<HTMLButtonElement>('[data-save-merged]')?.disabled).toBe(false)
  await press('[data-save-merged]')
  expect(onResolve.mock.calls[0]?.[0]).toEqual(
    new Map([
      ['["title"]', 'theirs'],
      ['["notes"]', 'theirs'],
      ['["body"]', 'mine'],
    ]),
  )
})

// "Theirs is revision 4" over the platform's copy tells the person that their own text is somebody else's.
test("a conflict with the platform's copy says whose it is and how much differs", async () => {
  const mine = content({ title: 'A' })
  await mountOnDesk(ConflictDialog, {
    open: true,
    kind,
    fields: differencesOf(kind.shape, mine, mine, content({ title: 'B' })),
    ...{ mine, theirs: draft({ title: 'B' }) },
    platform: { readAt: '2026-05-01T20:00:00.000Z', isBaseKept: true },
  })
  await nextTick()
  const shown = document.querySelector('[role="dialog"]')?.textContent
  expect(shown).toContain("The other side is the platform's copy, read")
  expect(shown).toContain('1 field differs')
  expect(shown).toContain('Changed on the platform')
  expect(shown).toContain("Platform's")
  expect(shown).not.toContain('heirs')
  expect(shown).not.toContain('revision')
})

// "Rejected" sends a person to look for a mistake in a mail that only waits for a decision.
test('a row says that a conflict needs a decision, and when it was taken', async () => {
  const head: DraftHead = {
    id: 'd',
    operation: 'POST /api/marketing/template/update',
    title: 'Night show',
    tags: [],
    revision: 4,
    bytes: 10,
    createdAt: '2026-11-21T19:00:00.000Z',
    updatedAt: '2026-11-21T19:14:05.000Z',
    sent: {
      revision: 3,
      intent: 'i',
      operation: 'POST /api/marketing/template/update',
      state: 'rejected',
      environment: 'rehearsal',
      at: '2026-11-21T19:15:00.000Z',
      reason: 'copy_changed',
    },
  }
  const row = { name: 'Update', selected: false }
  const { wrapper } = await mountOnDesk(DraftRow, { ...row, draft: { ...head, conflict: 'open' } })
  expect(wrapper.text()).toContain('Needs a decision')
  expect(wrapper.text()).not.toContain('Rejected')
  const decided = await mountOnDesk(DraftRow, { ...row, draft: { ...head, conflict: 'decided' } })
  expect(decided.wrapper.text()).toContain('Decided, not sent')
  const refused = await mountOnDesk(DraftRow, { ...row, draft: head })
  expect(refused.wrapper.text()).toContain('Rejected')
})

// Each difference of a long text must be takeable from either side.
test('a text is put together difference by difference', async () => {
  const changes: Array<[string, number]> = []
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
  const mine = lines.with(0, 'mine 1').with(11, 'mine 12').join('\n')
  const theirs = lines.with(0, 'theirs 1').with(11, 'theirs 12').join('\n')
  await mountOnDesk(TextMerge, {
    mine,
    theirs,
    label: 'notes',
    onChange: (text: string, open: number) => changes.push([text, open]),
  })
  await expect.poll(() => document.querySelectorAll('.cm-chunkButtons button').length).toBeGreaterThan(1)
  const button = (label: string): HTMLButtonElement | undefined =>
    [...document.querySelectorAll<HTMLButtonElement>('.cm-chunkButtons button')].find(
      ({ textContent }) => textContent === label,
    )
  button('Take theirs')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await flushPromises()
  expect(changes.at(-1)).toEqual([lines.with(0, 'theirs 1').with(11, 'mine 12').join('\n'), 1])
  button('Keep mine')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await flushPromises()
  expect(changes.at(-1)?.[1]).toBe(0)
})

// Passing over the line of time must not read every revision; sent ones must be marked with what to quote.
test('previews where the pointer rests and restores only on a press', async () => {
  const revisions: DraftRevision[] = [3, 2, 1].map((revision) => ({
    revision,
    at: '2026-11-21T19:14:05.000Z',
    title: '',
    bytes: 100,
    sent:
      revision === 2
        ? [
            {
              revision,
              intent: 'i',
              operation: 'PUT /api/events/general/update',
              state: 'confirmed',
              environment: 'rehearsal',
              at: '2026-11-21T19:15:00.000Z',
              requestId: 'req_9',
            },
          ]
        : [],
  }))
  const read = vi.fn((revision: number) => Promise.resolve(content({ title: `Title ${revision}` })))
  const onRestore = vi.fn()
  const { wrapper } = await mountOnDesk(DraftHistory, {
    kind,
    revisions,
    current: draft({ title: 'Now' }),
    read,
    onRestore,
  })
  expect(wrapper.find('[data-revision="2"]').text()).toContain('req_9')
  for (const revision of [3, 2, 1]) await wrapper.find(`[data-revision="${revision}"]`).trigger('mouseenter')
  await expect.poll(() => wrapper.find('[data-change="title"]').text()).toContain('Title 1')
  expect(read.mock.calls).toEqual([[1]])
  expect(onRestore).not.toHaveBeenCalled()
  await wrapper.find('[data-restore]').trigger('click')
  expect(onRestore).toHaveBeenCalledWith(1)
})
