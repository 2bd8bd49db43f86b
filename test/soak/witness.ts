// What the platform can tell of a rundown: whether its steps arrive in their order, and none behind one of which the desk
// can't know the end. It believes nothing that the desk says without comparing it.
import type { Arrived, Fault, Foreign } from './foreign.ts'
import { deletion } from './cues.ts'

interface Lost {
  noun: string
  isDelete: boolean
  applied: boolean
}

const nounOf = (route: string): string => route.split('/').at(-2) ?? ''

/** `names` are those of the steps in their order. */
export function createWitness(names: readonly string[], platform: Foreign) {
  const places = new Map(names.map((name, place) => [name, place]))
  const lost = new Map<string, Lost>()
  const faults: string[] = []
  let newest = -1

  const nameIn = (text: string): string | undefined =>
    Object.values(JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>)
      .map(String)
      .find((value) => places.has(value))

  const applied = (name: string): boolean => platform.effects.some(({ body }) => Object.values(body).includes(name))

  /** An answered read tells the desk of what was applied, if it looks at it. */
  function read(route: string, rows: ReadonlyArray<Record<string, unknown>>): void {
    for (const [name, one] of lost) {
      const isThere = rows.some((row) => Object.values(row).includes(name))
      const shows = one.isDelete ? nounOf(route) === one.noun && !isThere : isThere
      if (one.applied && shows) lost.delete(name)
    }
  }

  function write(name: string, route: string, fault: Fault): void {
    const place = places.get(name) ?? -1
    if (place < newest) faults.push(`${name} arrived behind ${names[newest]}`)
    newest = Math.max(newest, place)
    for (const other of lost.keys()) if (other !== name) faults.push(`${name} arrived while ${other} was unknown`)
    if (applied(name)) faults.push(`${name} arrived although it was applied before`)
    if (fault === 'before' || fault === 'after')
      lost.set(name, { noun: nounOf(route), isDelete: route === deletion, applied: fault === 'after' })
    else lost.delete(name)
  }

  return {
    faults,
    applied,
    /** The last one in the order of the show of those that arrived, however it ended. */
    newest: (): string | undefined => names[newest],
    /** How often it arrived. */
    arrivals: (name: string): number => platform.wire.filter(({ body }) => nameIn(body) === name).length,
    /** Call it for each request, with how it will end; whose step it is. */
    saw({ route, body, rows }: Arrived, fault: Fault): string | undefined {
      if (rows !== undefined) {
        if (fault !== 'before' && fault !== 'after') read(route, rows)
        return undefined
      }
      const name = nameIn(body)
      if (name !== undefined) write(name, route, fault)
      return name
    },
    /** The desk, or a person at it, says how this one ended. */
    told(name: string, isApplied: boolean): void {
      if (applied(name) !== isApplied)
        faults.push(`The desk says that ${name} was ${isApplied ? '' : 'not '}applied, and that is not so`)
      lost.delete(name)
    },
  }
}

export type Witness = ReturnType<typeof createWitness>
