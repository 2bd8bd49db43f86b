// A check before a show with an item of each state.
import { showCheckIds, type ShowCheck, type ShowCheckId } from '#contract/live.ts'

const found: Partial<Record<ShowCheckId, Omit<ShowCheck, 'id'>>> = {
  stream: { state: 'ok', code: 'stream_ready', facts: { word: 'idle' } },
  title: { state: 'ok', code: 'title_set', facts: { title: 'Night show 48' } },
  channel: { state: 'warn', code: 'channel_unknown', facts: { channel: 'chn_9' }, fix: 'streams?section=channels' },
  category: { state: 'ok', code: 'category_set', facts: { category: 'Talk' } },
  schedule: { state: 'ok', code: 'schedule_set', facts: { when: '2026-11-22T20:00:00.000Z' } },
  destinations: { state: 'ok', code: 'destinations_set', facts: { n: 1, names: 'Output one' } },
  poll: { state: 'ok', code: 'poll_ready', facts: { name: 'Who should come next?' } },
  ads: { state: 'ok', code: 'ads_untimed', facts: { n: 2 } },
  link: { state: 'ok', code: 'link_none' },
  queue: { state: 'warn', code: 'queue', facts: { leaving: 2 }, fix: 'activity?queue=1' },
}

export const sampleChecks = (change: Partial<Record<ShowCheckId, Omit<ShowCheck, 'id'>>> = {}): ShowCheck[] =>
  showCheckIds.map((id) => ({ id, ...(change[id] ?? found[id] ?? { state: 'ok', code: 'platform_answers' }) }))
