// The specification does not name the platforms behind the 35 video and 19 event switches, so a person defines them.
import type { PlatformNames } from '#contract/models.ts'

export type NameKind = keyof PlatformNames

export const nameKinds = ['outputs', 'playback', 'events'] as const satisfies readonly NameKind[]

export const nameRules: Record<NameKind, { suffix: string; limit: number; parent: string }> = {
  outputs: { suffix: 'OutputId', limit: 34, parent: 'platformVideoIds' },
  playback: { suffix: 'PlaybackUrl', limit: 1, parent: 'platformVideoIds' },
  events: { suffix: 'EventId', limit: 19, parent: 'platformEventIds' },
}

const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Fields of the body that only end like a switch. */
const notSwitches: ReadonlySet<string> = new Set(['providerPlaybackUrl'])

export function noNames(): PlatformNames {
  return { outputs: [], playback: [], events: [] }
}

export function switchKey(kind: NameKind, name: string): string {
  return name + nameRules[kind].suffix
}

export type NameProblem = 'empty' | 'format' | 'twice' | 'full'

export function nameProblem(names: PlatformNames, kind: NameKind, name: string): NameProblem | undefined {
  if (name === '') return 'empty'
  if (!namePattern.test(name)) return 'format'
  if (names[kind].includes(name)) return 'twice'
  if (names[kind].length >= nameRules[kind].limit) return 'full'
  return undefined
}

export interface SampleReport {
  found: PlatformNames
  known: string[]
  /** Other properties beside the switches, and names that can't be one. */
  ignored: string[]
  over: string[]
  names: PlatformNames
}

/** Reads switch names from a sample body. @throws SyntaxError */
export function readSample(text: string, names: PlatformNames): SampleReport {
  const report: SampleReport = { found: noNames(), known: [], ignored: [], over: [], names: structuredClone(names) }
  const seen = new Set<string>()
  walk(JSON.parse(text) as unknown, '', (key, parent) => {
    if (seen.has(key)) return
    seen.add(key)
    take(key, parent, report)
  })
  return report
}

function take(key: string, parent: string, report: SampleReport): void {
  const inside = parent === 'platformVideoIds' || parent === 'platformEventIds'
  const kind = nameKinds.find(
    (each) => key.endsWith(nameRules[each].suffix) && (!inside || nameRules[each].parent === parent),
  )
  if (kind === undefined || notSwitches.has(key)) {
    if (inside) report.ignored.push(key)
    return
  }
  const name = key.slice(0, -nameRules[kind].suffix.length)
  const problem = nameProblem(report.names, kind, name)
  if (problem === 'twice') report.known.push(key)
  else if (problem === 'full') report.over.push(key)
  else if (problem !== undefined) report.ignored.push(key)
  else {
    report.names[kind].push(name)
    report.found[kind].push(name)
  }
}

function walk(value: unknown, parent: string, visit: (key: string, parent: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) visit(key, parent)
    walk(part, Array.isArray(value) ? parent : key, visit)
  }
}
