// Proof of play: what was shown and when, as the platform tells it, with the desk's own command beside it where one was sent.
import type { Json, JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { readRecord } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import { adOf, phaseOf } from '#answers/placements.ts'
import type { Phase } from '#answers/placements.ts'
import { idOf, scalarText } from '#answers/roles.ts'
import type { Choice } from '#answers/roles.ts'
import { countOf, fieldNamed } from '#answers/stream-status.ts'

export const runOperation = 'POST /api/ads/placement/create'

export interface ProofRow {
  placement: string
  name: string
  advertisement?: string
  stream?: string
  /** The platform's own word. */
  status?: string
  /** Nothing is known of a placement that only this desk's command names. */
  phase: Phase | 'not_listed'
  /** Milliseconds since 1970. */
  startsAt?: number
  endsAt?: number
  /** How long it was shown, where it is over and gives both times. */
  seconds?: number
  impressions?: number
  /** How the command of this desk ended, and when. */
  command?: { state: Intent['state']; at: string; requestId?: string }
}

/**
 * Every placement that was, is or may have been shown, newest first: those of the platform, and commands of this desk whose placement the
 * platform does not list. One that is still to come, or is switched off and was never counted, was not shown, and is no part of it.
 */
export function proofOfPlay(
  placements: readonly JsonObject[],
  intents: readonly Intent[],
  now: number,
  choice?: Choice,
): ProofRow[] {
  const commands = new Map<string, Intent>()
  for (const intent of intents) {
    const id = intent.operation === runOperation ? placementOf(intent.answer) : undefined
    if (id !== undefined && !commands.has(id)) commands.set(id, intent)
  }
  const listed = placements
    .flatMap((row) => adOf(row, choice))
    .map((ad): ProofRow => {
      const impressions = countOf(fieldNamed(ad.row, ['impressions', 'impressioncount', 'views'])?.value)
      const stream = scalarText(spelled(ad.row, 'streamId'))
      const command = commands.get(ad.id)
      const phase = phaseOf(ad, now)
      return {
        placement: ad.id,
        name: ad.title,
        phase,
        ...(phase === 'over' && ad.startsAt !== undefined && ad.endsAt !== undefined
          ? { seconds: Math.round((ad.endsAt - ad.startsAt) / 1_000) }
          : {}),
        ...(ad.advertisementId === undefined ? {} : { advertisement: ad.advertisementId }),
        ...(stream === undefined ? {} : { stream }),
        ...(ad.status === undefined ? {} : { status: ad.status }),
        ...(ad.startsAt === undefined ? {} : { startsAt: ad.startsAt }),
        ...(ad.endsAt === undefined ? {} : { endsAt: ad.endsAt }),
        ...(impressions === undefined ? {} : { impressions }),
        ...(command === undefined ? {} : { command: commandOf(command) }),
      }
    })
  const known = new Set(listed.map(({ placement }) => placement))
  const unlisted = intents.filter(
    (intent) =>
      intent.operation === runOperation &&
      (intent.state === 'confirmed' || intent.state === 'unknown') &&
      !known.has(placementOf(intent.answer) ?? ''),
  )
  const lost = unlisted.map((intent): ProofRow => {
    const body = intent.request.body
    const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
    const advertisement = scalarText(sent.advertisementId)
    return {
      placement: placementOf(intent.answer) ?? '',
      name: scalarText(sent.name) ?? scalarText(sent.title) ?? '',
      phase: 'not_listed',
      ...(advertisement === undefined ? {} : { advertisement }),
      command: commandOf(intent),
    }
  })
  return [...listed.filter(wasShown), ...lost].sort((a, b) => timeOf(b) - timeOf(a))
}

const wasShown = ({ phase, impressions = 0 }: ProofRow): boolean =>
  phase !== 'coming' && (phase !== 'off' || impressions > 0)

function placementOf(answer: Json | undefined): string | undefined {
  const record = readRecord(answer)
  return record === undefined ? undefined : idOf(record, 'ads/placement')
}

function commandOf({ state, settledAt, createdAt, requestId }: Intent): NonNullable<ProofRow['command']> {
  return { state, at: settledAt ?? createdAt, ...(requestId === undefined ? {} : { requestId }) }
}

function timeOf({ startsAt, command }: ProofRow): number {
  return startsAt ?? (command === undefined ? 0 : Date.parse(command.at))
}

/** A row as tables and files take it: instants in ISO 8601, absent values left out. */
export function proofRecord({ command, startsAt, endsAt, ...row }: ProofRow): JsonObject {
  return {
    ...row,
    ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt).toISOString() }),
    ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt).toISOString() }),
    ...(command === undefined
      ? {}
      : {
          commandState: command.state,
          commandAt: command.at,
          ...(command.requestId === undefined ? {} : { requestId: command.requestId }),
        }),
  }
}
