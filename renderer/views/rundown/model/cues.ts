// Cues of a rundown as values: each change answers another list.
import type { Cue, CueStep, Rundown, RundownContent } from '#contract/air/rundown.ts'

/** As the backend counts. */
export const mostCues = 500
export const mostSteps = 50

export const contentOf = ({ title, environment, template, cues }: Rundown | RundownContent): RundownContent => ({
  title,
  environment,
  template,
  cues,
})

export const newCue = (kind: Cue['kind']): Cue => ({
  id: crypto.randomUUID(),
  kind,
  title: '',
  note: '',
  colour: 'grey',
  linked: kind === 'cue',
  skip: false,
  steps: [],
})

export const newStep = (action: CueStep['action'], name = ''): CueStep => ({ id: crypto.randomUUID(), name, action })

/** With ids of its own, so that it stands beside the first one. */
export const copyOf = (cue: Cue): Cue => ({
  ...structuredClone(cue),
  id: crypto.randomUUID(),
  steps: structuredClone(cue.steps).map((step) => ({ ...step, id: crypto.randomUUID() })),
})

/** Behind the one of that id; at the end without one. */
export function inserted<T extends { id: string }>(list: readonly T[], item: T, after: string | undefined): T[] {
  const at = list.findIndex(({ id }) => id === after)
  return at < 0 ? [...list, item] : list.toSpliced(at + 1, 0, item)
}

/** To that place in the list that is left without it; the same list where nothing moves. */
export function moved<T extends { id: string }>(list: readonly T[], id: string, to: number): readonly T[] {
  const from = list.findIndex((one) => one.id === id)
  const item = list[from]
  const place = Math.max(0, Math.min(list.length - 1, to))
  return item === undefined || place === from ? list : list.toSpliced(from, 1).toSpliced(place, 0, item)
}

export const without = <T extends { id: string }>(list: readonly T[], id: string): T[] =>
  list.filter((one) => one.id !== id)

/** What is undefined in the change is taken away. */
export function changed<T extends { id: string }>(
  list: readonly T[],
  id: string,
  change: { [K in keyof T]?: T[K] | undefined },
): T[] {
  return list.map((one) => {
    if (one.id !== id) return one
    const next = { ...one, ...change }
    return Object.fromEntries(Object.entries(next).filter(([, value]: [string, unknown]) => value !== undefined)) as T
  })
}

/** The one that takes the place of a removed one in the selection. */
export function besides(list: ReadonlyArray<{ id: string }>, id: string): string | undefined {
  const at = list.findIndex((one) => one.id === id)
  return (list[at + 1] ?? list[at - 1])?.id
}
