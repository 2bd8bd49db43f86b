import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { ref, shallowRef } from 'vue'
import { labelAt } from '../../../../renderer/kit/base/schema-label.ts'
import DraftNotices from '../../../../renderer/writing/parts/DraftNotices.vue'
import ChooseDialog from '../../../../renderer/views/live/parts/ChooseDialog.vue'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { mountOnDesk } from '../../support/mount.ts'

const note = (): string => document.querySelector('[data-left-out]')?.textContent.trim() ?? ''
const leftOut =
  (...places: string[]) =>
  (bridge: MemoryBridge) =>
    bridge.answer('broadcast.choose', () => ({ environment: 'rehearsal', leftOut: places }))

// Catches a draft whose notice speaks of `body.…` where the form has a label, and one that offers no way out of a false alarm.
test('a draft names the fields by their labels, a place without one as it stands, and keeps them as text', async () => {
  let kept = 0
  const body = {
    type: 'object',
    properties: { details: { type: 'object', properties: { title: { type: 'string', label: 'Event title' } } } },
  }
  const editor = {
    ...Object.fromEntries(
      ['error', 'conflict', 'merged', 'removed', 'actError', 'leaveRefused', 'savedAt', 'foreign'].map((name) => [
        name,
        ref(),
      ]),
    ),
    leftOut: shallowRef(['notes', 'body.details.title', 'extra.a.0']),
    record: shallowRef({ id: 'd' }),
    kind: { labelOf: (place: string) => labelAt(body, place.replace(/^body\./, '')) },
    keepAsText: () => Promise.resolve(void (kept += 1)),
  }
  await mountOnDesk(DraftNotices, { editor, text: () => '' })
  await flushPromises()
  expect(note()).toContain('Stored secrets were removed from: notes, Event title, extra.a.0')
  document.querySelector<HTMLElement>('[data-keep-as-text]')?.click()
  await flushPromises()
  expect(kept).toBe(1)
})

// Catches a dialog that closes over what it had to say.
test('the dialog in which the broadcast is chosen stays open to say it', async () => {
  let closed = 0
  await mountOnDesk(
    ChooseDialog,
    { part: 'poll', onClose: () => (closed += 1) },
    {
      prepare(bridge) {
        bridge.answer('broadcast.get', () => ({ environment: 'rehearsal', poll: { id: 'p', name: 'P' } }))
        leftOut('poll.name')(bridge)
      },
    },
  )
  await expect.poll(() => document.querySelector('[data-choose-none]')).not.toBeNull()
  document.querySelector<HTMLElement>('[data-choose-none]')?.click()
  await flushPromises()
  expect(note()).toBe('Stored secrets were removed from: poll name')
  expect(closed).toBe(0)
})
