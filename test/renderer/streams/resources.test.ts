import { expect, it } from 'vitest'
import { livestream } from '../../../main/platform/catalog/livestream.ts'
import { i18n, loadMessages } from '../../../renderer/kit/i18n.ts'
import { operationsOf } from '../../../renderer/records/resources/types.ts'
import { childrenOf, parentIdOf } from '../../../renderer/views/streams/model/categories.ts'
import { pageOperations, sections, playbackActions } from '../../../renderer/views/streams/resources.ts'
import view from '../../../renderer/views/streams/view.ts'

// An operation that no screen reaches. Those of external events are publishing's.
it('reaches every operation of Livestream but the external events', () => {
  const expected = Object.keys(livestream).filter((key) => !key.includes('/api/video/event/'))
  expect([...operationsOf(Object.values(sections)), ...pageOperations].toSorted()).toEqual(expected.toSorted())
  expect(view.products).toEqual(['Livestream'])
})

// A label that shows its key to the person.
it('has words for every label it names', async () => {
  await loadMessages(['streams'])
  const keys = JSON.stringify(Object.values(sections)).match(/streams\.[\w.]+/g) ?? []
  expect([...new Set(keys)].filter((key) => !i18n.global.te(key))).toEqual([])
  expect(keys.length).toBeGreaterThan(50)
})

// A start that leaves "stopped" standing, or a change that drops the identifier, or sends nulls that were never typed.
it('starts requests from the record', () => {
  expect(playbackActions.start.start?.({ id: 'str_1', stopped: true }, 'str_1').body).toMatchObject({
    streamId: 'str_1',
    started: true,
    paused: false,
    stopped: false,
  })
  expect(playbackActions.stop.start?.({ id: 'str_1' }, 'str_1').body).toMatchObject({
    streamId: 'str_1',
    stopped: true,
  })
  const edit = sections.streams.actions?.find(({ label }) => label.endsWith('edit.stream'))
  expect(edit?.start?.({ id: 'str_1', name: 'A', latency: null, viewers: 9 }, 'str_1').body).toEqual({
    streamId: 'str_1',
    name: 'A',
  })
})

// A record that was read an hour ago keeps a person from stopping what is on air.
it('never withholds a stop, and a start only from what surely runs', () => {
  expect(playbackActions.stop.refusal?.({ status: 'idle' })).toBeUndefined()
  expect(playbackActions.start.refusal?.({ status: 'live' })).toBe('streams.refusal.start')
  expect(playbackActions.start.refusal?.({ status: 'half-frozen' })).toBeUndefined()
  expect(playbackActions.pause.refusal?.({ status: 'idle' })).toBe('streams.refusal.pause')
})

// A parent in another spelling, or a category that takes the children of all others.
it('knows what belongs to which category', () => {
  expect(
    [{ categoryId: 3 }, { category: { id: 'c' } }, { parentId: 'p' }, { category: 'Talk' }, { parent: 'q' }].map(
      parentIdOf,
    ),
  ).toEqual(['3', 'c', 'p', undefined, 'q'])
  expect(
    childrenOf(
      [
        { id: 's1', name: 'B', categoryId: 'c' },
        { id: 's2', name: 'A', categoryId: 'c' },
        { id: 's3' },
        { categoryId: 'c' },
      ],
      'c',
    ),
  ).toEqual([
    { id: 's2', name: 'A' },
    { id: 's1', name: 'B' },
  ])
})
