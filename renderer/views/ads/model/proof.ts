import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isUnsettled, type Intent } from '#contract/models.ts'
import { readRecord } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import { adOf, phaseOf, type Phase } from '#answers/placements.ts'
import { idOf, scalarText, type Choice } from '#answers/roles.ts'
import { countOf, fieldNamed } from '#answers/stream-status.ts'
import { defined } from '#contract/defined.ts'

export const runOperation = 'POST /api/ads/placement/create'

interface ProofRow {
  placement: string
  name: string
  advertisement?: string
  stream?: string
  /** The platform's own word. */
  status?: string
  /** `not_listed`: only this desk's command names the placement. */
  phase: Phase | 'not_listed'
  /** Milliseconds since 1970. */
  startsAt?: number
  endsAt?: number
  /** How long it was shown, once it is over. */
  seconds?: number
  impressions?: number
  command?: { state: Intent['state']; at: string; requestId?: string }
}

/** Every placement that was, is or may have been shown, newest first, and commands of this desk whose placement the platform does not list. */
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
      const { startsAt, endsAt, advertisementId: advertisement, status } = ad
      const command = commands.get(ad.id)
      const phase = phaseOf(ad, now)
      return defined({
        placement: ad.id,
        name: ad.title,
        phase,
        seconds:
          phase === 'over' && startsAt !== undefined && endsAt !== undefined
            ? Math.round((endsAt - startsAt) / 1_000)
            : undefined,
        advertisement,
        stream: scalarText(spelled(ad.row, 'streamId')),
        status,
        startsAt,
        endsAt,
        impressions: countOf(fieldNamed(ad.row, ['impressions', 'impressioncount', 'views'])?.value),
        command: command && commandOf(command),
      })
    })
  const known = new Set(listed.map(({ placement }) => placement))
  const unlisted = intents.filter(
    (intent) =>
      intent.operation === runOperation &&
      (intent.state === 'confirmed' || isUnsettled(intent.state)) &&
      !known.has(placementOf(intent.answer) ?? ''),
  )
  const lost = unlisted.map((intent): ProofRow => {
    const body = intent.request.body
    const sent = isObject(body) ? body : {}
    return defined({
      placement: placementOf(intent.answer) ?? '',
      name: scalarText(sent.name) ?? scalarText(sent.title) ?? '',
      phase: 'not_listed' as const,
      advertisement: scalarText(sent.advertisementId),
      command: commandOf(intent),
    })
  })
  return [...listed.filter(wasShown), ...lost].sort((a, b) => timeOf(b) - timeOf(a))
}

const wasShown = ({ phase, impressions = 0 }: ProofRow): boolean =>
  phase !== 'coming' && (phase !== 'off' || impressions > 0)

function placementOf(answer: Json | undefined): string | undefined {
  const record = readRecord(answer)
  return record === undefined ? undefined : idOf(record, 'ads/placement')
}

const commandOf = ({ state, settledAt, createdAt, requestId }: Intent): NonNullable<ProofRow['command']> => ({
  state,
  at: settledAt ?? createdAt,
  ...defined({ requestId }),
})

const timeOf = ({ startsAt, command }: ProofRow): number =>
  startsAt ?? (command === undefined ? 0 : Date.parse(command.at))

export function proofRecord({ command, startsAt, endsAt, ...row }: ProofRow): JsonObject {
  const iso = (at: number | undefined): string | undefined =>
    at === undefined ? undefined : new Date(at).toISOString()
  return {
    ...row,
    ...defined({
      startsAt: iso(startsAt),
      endsAt: iso(endsAt),
      commandState: command?.state,
      commandAt: command?.at,
      requestId: command?.requestId,
    }),
  }
}
