import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, nextTick, shallowRef, watch, type EffectScope } from 'vue'
import { gatherMs, useAnnounce } from '../../../../renderer/kit/composables/useAnnounce.ts'
import { patienceMs, useOutcomeVoice, type Voice } from '../../../../renderer/kit/composables/useOutcomeVoice.ts'

let scope: EffectScope
beforeEach(() => {
  vi.useFakeTimers()
  scope = effectScope()
})
afterEach(async () => {
  scope.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
})

/** What a screen reader is given, in order. */
function heard(): string[] {
  const all: string[] = []
  scope.run(() =>
    watch(useAnnounce().message, (text) => {
      if (text !== '') all.push(text)
    }),
  )
  return all
}

function command() {
  const voice = shallowRef<Voice>()
  scope.run(() => useOutcomeVoice(() => voice.value))
  return async (phase: Voice['phase'], text: string, intentIds = ['intent-1']) => {
    voice.value = { phase, text, intentIds }
    await nextTick()
  }
}

// One Start was five announcements: its request, three steps of its outcome, and "On air".
test('a command is one announcement, whatever the frame notices of it', async () => {
  const all = heard()
  const { notice } = useAnnounce()
  const say = command()
  await say('sending', 'Start: sending', [])
  notice('intent-1', 'PUT /api/video/event/update: Confirmed')
  await vi.advanceTimersByTimeAsync(gatherMs * 2)
  await say('accepted', 'Start: accepted')
  await vi.advanceTimersByTimeAsync(300)
  await say('ended', 'Start: confirmed')
  notice('air', 'On air')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(all).toEqual(['Start: confirmed'])
})

// Silence would be worse than too many words: what is not seen for long is told, and so is what becomes of it.
test('what is not seen for long is told', async () => {
  const all = heard()
  const say = command()
  await say('sending', 'Start: sending', [])
  await say('accepted', 'Start: not seen yet')
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(all).toEqual(['Start: not seen yet'])
  await say('ended', 'Start: not on air')
  await vi.advanceTimersByTimeAsync(gatherMs)
  expect(all).toEqual(['Start: not seen yet', 'Start: not on air'])
})

// A view that is left while a command is under way must not keep every later notice back.
test('notices come when nobody speaks for them', async () => {
  const all = heard()
  const { notice } = useAnnounce()
  const say = command()
  await say('sending', 'Start: sending', [])
  notice('intent-2', 'Refunded: waiting')
  notice('intent-2', 'Refunded: confirmed')
  await vi.advanceTimersByTimeAsync(gatherMs)
  expect(all).toEqual([])
  scope.stop()
  scope = effectScope()
  const after = heard()
  await vi.advanceTimersByTimeAsync(gatherMs)
  await nextTick()
  expect(after).toEqual(['Refunded: confirmed'])
})
