// What must be true after a walk: of every press and of every draft's sending, of all intents, and of all that travelled. Pure.
import { mask } from '#contract/mask.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { Foreign } from './foreign.ts'

export const environments = ['development', 'production'] as const
export type Place = (typeof environments)[number]

/** One thing that a person asked for, known again by its mark, and where the person was told that it goes. */
export interface Press {
  mark: string
  environment: Place
  operation: string
  body: Record<string, string | number>
  /** A live command, money or a deletion: it may not come late. */
  live: boolean
  /** The record that it is about, where it is about one. */
  record?: string
  decision: { environment: EnvironmentId; pressedAt: string; saw?: string | null }
  /** One press of a button; a draft's sending has none. */
  press?: string
  /** When it was handed to the desk, again and again, in milliseconds. Empty where the desk must refuse it. */
  handed: number[]
}

/** From the last time a person asked for it to its arrival: 20 s for its turn and 2 s for the socket. */
const latestMs = 22_000
/** Between two looks at one clock from two processes. */
const slackMs = 150

const proves = ({ event, status, verdict }: Intent['evidence'][number]): boolean =>
  (event === 'answered' && status !== undefined && status < 300) || verdict === 'found' || event === 'resolved'

export function troublesOf(
  presses: readonly Press[],
  intents: readonly Intent[],
  platforms: Record<Place, Foreign>,
  secrets: Record<Place, string>,
): string[] {
  const carrying = (mark: string) => intents.filter(({ request }) => JSON.stringify(request).includes(`"${mark}"`))
  return [
    ...presses.flatMap((press) => troublesOfPress(press, carrying(press.mark), platforms)),
    ...intents
      .filter(({ state, evidence }) => state === 'confirmed' && !evidence.some(proves))
      .map(({ id, evidence }) => `Intent ${id} is confirmed without evidence: ${JSON.stringify(evidence)}`),
    ...overtaken(presses, intents),
    ...environments.flatMap((environment) => troublesOnWire(environment, platforms[environment], secrets)),
  ]
}

function troublesOfPress(
  { mark, environment, operation, live, press, handed }: Press,
  made: readonly Intent[],
  platforms: Record<Place, Foreign>,
): string[] {
  const states = made.map(({ state }) => state)
  const effects = (where: Place) =>
    platforms[where].effects.filter(({ body }) => Object.values(body).includes(mark)).length
  const wire = platforms[environment].wire.filter(({ body }) => body.includes(`"${mark}"`)).map(({ at }) => at)
  const had = effects(environment)
  const away = effects(environment === 'development' ? 'production' : 'development')
  const [only] = made
  const settledAt =
    made.length === 1 && only?.settledAt !== undefined && !['sending', 'unknown', 'queued'].includes(only.state)
      ? Date.parse(only.settledAt)
      : undefined
  const unseen = made.every(({ state, attempts }) => attempts === 0 || (live && state === 'cancelled'))
  const wrong: Array<[boolean, string]> = [
    [away > 0, 'reached the other environment'],
    [had > 1, `was applied ${had} times`],
    [press !== undefined && states.length > 1, `one press made ${states.length} intents`],
    [had > 0 && !states.some((state) => ['confirmed', 'unknown', 'sending'].includes(state)), 'was applied'],
    [had === 0 && states.includes('confirmed'), 'was never applied'],
    [
      wire.length > 0 && (handed.length === 0 || (press !== undefined && unseen)),
      `travelled ${wire.length} times although it was refused`,
    ],
    [
      press !== undefined && wire.length > (only?.attempts ?? 0),
      `travelled ${wire.length} times in ${only?.attempts ?? 0} attempts`,
    ],
    [settledAt !== undefined && wire.some((at) => at > settledAt + slackMs), 'travelled after it was settled'],
    [
      live && wire.some((at) => !handed.some((since) => at >= since - slackMs && at <= since + latestMs)),
      `travelled late: handed in at ${handed.join(', ')}, on the wire at ${wire.join(', ')}`,
    ],
  ]
  return wrong
    .filter(([is]) => is)
    .map(
      ([, what]) =>
        `${operation} ${mark} in ${environment} (${states.join(', ')}): ${what}. ${JSON.stringify(made.map(({ evidence }) => evidence))}`,
    )
}

/** A command that was sent although its record had an intent that is newer than what the person saw. */
function overtaken(presses: readonly Press[], intents: readonly Intent[]): string[] {
  const madeBy = (press: Press) =>
    intents.find(({ request, attempts }) => attempts > 0 && JSON.stringify(request).includes(`"${press.mark}"`))
  const known = presses.flatMap((press) => {
    const intent = press.record === undefined ? undefined : madeBy(press)
    return intent === undefined ? [] : [{ press, intent }]
  })
  return known.flatMap(({ press, intent }) => {
    const { saw } = press.decision
    if (saw === undefined || intent.attempts > 1 || !press.live) return []
    const between = known.filter(
      (other) => other.press.record === press.record && other.intent.id > (saw ?? '') && other.intent.id < intent.id,
    )
    return between.map(
      (other) =>
        `${press.operation} ${press.mark} (intent ${intent.id}) was sent over ${saw}, although ${other.intent.id} was newer`,
    )
  })
}

function troublesOnWire(environment: Place, { wire }: Foreign, secrets: Record<Place, string>): string[] {
  return wire.flatMap(({ route, headers, body }) => {
    const told = route + body
    const found = environments.filter(
      (of) => told.includes(secrets[of]) || (of !== environment && headers.includes(secrets[of])),
    )
    return [
      ...(`${told}${headers}`.includes(mask) ? [`A mask travelled to ${environment}: ${told.slice(0, 200)}`] : []),
      ...found.map((of) => `The key of ${of} travelled to ${environment}: ${told.slice(0, 200)}`),
    ]
  })
}
