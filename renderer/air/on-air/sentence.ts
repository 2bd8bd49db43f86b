// What is on air where, in words: one sentence for the screen reader, the live desk, the stage and the overlay.
import type { OnAirSummary } from '#contract/air/on-air.ts'

/** Says a message below `onair.sentence`. */
export type Say = (key: string, values?: Readonly<Record<string, string>>) => string

/** `join` makes a list of names as the language does. */
export function onAirSentence(summary: OnAirSummary, say: Say, join: (names: readonly string[]) => string): string {
  const { code, live, paused, unknown, software, stale } = summary
  const names = code === 'on_air' ? live : code === 'paused' ? paused : []
  const parts = [
    names.length === 0 ? say(code) : say(`${code}At`, { names: join(names) }),
    code === 'on_air' && paused.length > 0 ? say('alsoPaused', { names: join(paused) }) : '',
    code === 'on_air' && unknown.length > 0 ? say('alsoUnknown', { names: join(unknown) }) : '',
    software === undefined ? '' : say(`software.${software.code}`),
  ]
  const sentence = parts.filter((part) => part !== '').join(' ')
  return stale ? say('stale', { sentence }) : sentence
}
