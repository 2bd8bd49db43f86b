import { describe, expect, it } from 'vitest'
import type { Intent } from '#contract/models.ts'
import { clipRows, clipsIn, createClip, isClipOf, titlesDraftId } from '../../../renderer/views/streams/model/clips.ts'
import { isClipKey } from '../../../renderer/views/streams/model/clip-key.ts'

const intent = (id: string, state: Intent['state'], title: string, more: Partial<Intent> = {}): Intent => ({
  id,
  reference: id,
  operation: createClip,
  state,
  environment: 'rehearsal',
  product: 'Livestream',
  risk: 'edit',
  request: { body: { streamId: 'str_1', title } },
  attempts: 1,
  createdAt: '2026-11-22T20:14:05.000Z',
  evidence: [],
  ...more,
})

describe('clips that the platform shows', () => {
  // A clip list in another place or shape that is not seen, and one clip instead of a list.
  it('finds them wherever an answer has a list called after clips', () => {
    const record = { data: { id: 'str_1', clips: [{ id: 'clip_1', title: 'One' }, null, 'odd'] } }
    const analytics = {
      data: { clips: 3, recentClips: { items: [{ id: 'clip_1', title: 'One, named' }, { clipId: 'clip_2' }] } },
    }
    expect(clipsIn([record, analytics, undefined, null, 'text'])).toEqual([
      { id: 'clip_1', title: 'One, named' },
      { clipId: 'clip_2' },
    ])
  })
})

describe('clips of the platform and of this desk', () => {
  // A clip that stands there twice: once as the platform's, once as ours.
  it('joins a confirmed one by the identifier that the platform gave', () => {
    const rows = clipRows(
      [{ id: 'clip_1', title: 'Renamed', status: 'ready', createdAt: '2026-11-22T20:14:06Z' }],
      [intent('i1', 'confirmed', 'One', { answer: { data: { id: 'clip_1', status: 'processing' } } })],
    )
    expect(rows).toMatchObject([
      { key: 'clip_1', title: 'Renamed', status: 'ready', shown: true, intent: { id: 'i1' } },
    ])
  })

  // A lost answer that leaves the person without the one hint that the clip is there.
  it('joins an unknown one by its title, and each intent only once', () => {
    const shown = [
      { id: 'clip_1', title: 'Same' },
      { id: 'clip_2', title: 'Same' },
    ]
    const rows = clipRows(shown, [intent('i1', 'unknown', 'Same')])
    expect(rows.filter(({ intent: joined }) => joined !== undefined)).toHaveLength(1)
    expect(rows).toHaveLength(2)
  })

  // What this desk asked for vanishes because the platform lists no clips at all.
  it('keeps what the platform does not show, newest first, whatever its dates look like', () => {
    const rows = clipRows(
      [{ title: '<b>x</b>', date: 'soon' }],
      [
        intent('i1', 'rejected', 'A'),
        intent('i2', 'confirmed', 'B', {
          answer: { data: { id: 'clip_9', status: 'processing', createdAt: '1795378460' } },
        }),
      ],
    )
    expect(rows.map(({ key, shown }) => [key, shown])).toEqual([
      ['i2', false],
      ['i1', false],
      ['clip-0', true],
    ])
  })

  // Clips of another stream on this stream's page.
  it('knows whose clip an intent is', () => {
    expect(isClipOf(intent('i', 'confirmed', 'A'), 'str_1')).toBe(true)
    expect(isClipOf(intent('i', 'confirmed', 'A'), 'str_2')).toBe(false)
    expect(isClipOf({ ...intent('i', 'confirmed', 'A'), operation: 'POST /api/video/stream/delete' }, 'str_1')).toBe(
      false,
    )
  })
})

// Two streams whose titles would be kept in one place, or an identifier that a draft can't have.
it('keeps titles of different streams apart', () => {
  const ids = ['a-b', 'a_b', 'a b', 'a--b', 'ä'].map((id) => titlesDraftId('rehearsal', id))
  expect(new Set(ids).size).toBe(5)
  expect(ids.every((id) => id !== undefined && /^[\w-]{1,128}$/.test(id))).toBe(true)
  expect(titlesDraftId('rehearsal', 'x'.repeat(500))).toBeUndefined()
})

// A key that is held down makes a clip each time it repeats; a plain copy makes one at all.
it('takes the key once, and leaves copying alone', () => {
  const key = { key: 'C', code: 'KeyC', ctrlKey: true, metaKey: false, shiftKey: true, altKey: false, repeat: false }
  expect(isClipKey(key)).toBe(true)
  expect(isClipKey({ ...key, key: '\u0421' })).toBe(true)
  expect(
    [
      { ...key, repeat: true },
      { ...key, shiftKey: false, key: 'c' },
      { ...key, altKey: true },
      { ...key, ctrlKey: false },
      { ...key, key: 'v', code: 'KeyV' },
    ].some(isClipKey),
  ).toBe(false)
})
