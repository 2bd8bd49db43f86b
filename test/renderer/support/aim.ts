// An aim without a desk: the test says where it goes and what was sent last.
import { ref } from 'vue'
import type { EnvironmentId } from '#contract/models.ts'
import { subjectOf } from '../../../renderer/kit/composables/firing/subject.ts'
import type { Aim, LatestSent } from '../../../renderer/kit/composables/useArming.ts'

/** Nothing was sent to the record yet, unless `latest` says something else. */
export function aimOf(latest: () => Promise<LatestSent> = () => Promise.resolve({ saw: new Map([['', null]]) })) {
  const environment = ref<EnvironmentId | undefined>('rehearsal')
  const subject = ref('str_1')
  const aim: Aim = {
    environment: () => environment.value,
    subject: () => subjectOf('stop', { stream: subject.value }),
    check: latest,
  }
  return { aim, environment, subject }
}

/** As if the page had stood still for so long: clocks, or one of them alone, are further by it, and no timer ran. Answers how to undo it. */
export function standStill(ms: number, { wall = true, mono = true } = {}): () => void {
  const before = { wall: Date.now, mono: performance.now.bind(performance) }
  if (wall) Date.now = () => before.wall() + ms
  if (mono) performance.now = () => before.mono() + ms
  return () => {
    Date.now = before.wall
    performance.now = before.mono
  }
}
