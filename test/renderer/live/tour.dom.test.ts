import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import { useFrame } from '../../../renderer/kit/composables/useFrame.ts'
import { useTour } from '../../../renderer/kit/composables/task/useTour.ts'
import { stopClock } from '../support/clock.ts'
import { answerOf, embed, liveAnswers, openLive, settled, status, stream, type LiveDesk } from './desk.ts'

stopClock()
beforeEach(() => {
  useFrame().showPane.value = undefined
})

const offAir = { 'POST /api/video/stream/getStatus': { data: { id: stream.id, status: 'idle' } } }
const show = {
  id: 'show-1',
  title: 'Night show',
  environment: 'rehearsal',
  startedAt: '2026-11-21T20:00:00.000Z',
} as const

async function openTour(): Promise<LiveDesk> {
  const desk = await openLive({ answers: { ...liveAnswers(), ...offAir } })
  await useTour().begin(() => undefined)
  await settled()
  return desk
}
const done = (desk: LiveDesk): Array<string | undefined> =>
  desk.wrapper.findAll('[data-step][data-done="true"]').map((step) => step.attributes('data-step'))
const next = (desk: LiveDesk): string => desk.text('[data-step] button')

// Catches a step that is ticked by its press and not by what was read, and one that loses its tick when an ad is over.
test('steps are ticked by what was read', async () => {
  const desk = await openTour()
  expect(done(desk)).toEqual([])
  await desk.wrapper.find('[data-step="show"] button').trigger('click')
  expect(useFrame().showPane.value).toBe('show')
  expect(done(desk)).toEqual([])
  desk.bridge.push('show.changed', { show })
  await flushPromises()
  expect(done(desk)).toEqual(['show'])
  expect(next(desk)).toContain('Start')
  await desk.tell(status, 'status', { answer: answerOf({ data: { id: stream.id, status: 'live' } }) })
  expect(done(desk)).toEqual(['show', 'start'])
  await desk.tell(status, 'status', { answer: answerOf({ data: { id: stream.id, status: 'stopped' } }) })
  expect(done(desk)).toEqual(['show', 'start'])
  useFrame().showPane.value = 'reports'
  await flushPromises()
  expect(done(desk)).toEqual(['show', 'start', 'report'])
})

// Catches a tour that reveals by itself: its button arms the desk's own button, and nothing is sent.
test('the button of a step arms and never fires', async () => {
  const desk = await openTour()
  desk.bridge.push('show.changed', { show })
  await desk.tell(status, 'status', { answer: answerOf({ data: { id: stream.id, status: 'live' } }) })
  expect(next(desk)).toContain('Reveal')
  await desk.wrapper.find('[data-step="reveal"] button').trigger('click')
  await settled()
  expect(desk.wrapper.find('[data-poll="reveal"]').html()).toContain('data-armed="true"')
  expect(desk.runs).toEqual([])
  await desk.tell(embed, 'tally', {
    answer: answerOf({ data: { id: 'emb_2', question: 'Who?', resultsVisible: true, votingOpen: false } }),
  })
  expect(done(desk)).toEqual(['show', 'start', 'reveal'])
})

// Catches a dismissal that only this page knows, and a tour that can't be found again.
test('the tour is put away for good, and Help brings it back', async () => {
  const desk = await openTour()
  await desk.wrapper.find('[data-tour-dismiss]').trigger('click')
  await settled()
  expect(desk.bridge.requests).toContainEqual({ method: 'settings.update', params: { tourDone: true } })
  expect(desk.wrapper.find('[data-tour]').exists()).toBe(false)
  await useTour().begin(() => undefined)
  await settled()
  expect(desk.wrapper.find('[data-tour]').exists()).toBe(true)
})
