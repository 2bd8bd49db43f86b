// What the answer to a confirming read says of an intent: everything that the judgement stands on, put together.
import { readAnswer, type Expectation, type Reading } from '#answers/answer.ts'
import { nounOf } from '#answers/names.ts'
import { askedOf, recordOutcome } from '#answers/outcome.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { FieldChoice, TaughtWords } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { PlatformClient } from '../../client/types.ts'
import { canonical, identityOf } from '../identity.ts'
import type { Entry } from '../intent-store.ts'
import type { Journal } from '../journal.ts'
import { idsOf, judge, type Judgement } from '../match.ts'
import { factsOf } from '../outcomes.ts'
import { sentAtOf } from '../resend-policy.ts'

export interface JudgingParts {
  client: Pick<PlatformClient, 'connection'>
  journal: Pick<Journal, 'answersWith'>
  /** What the person chose for a read's answers. A chosen list may show our record and never proves an absence. */
  choiceOf?: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  /** What the person said of the platform's words of status. */
  taught?: (environment: EnvironmentId) => TaughtWords
}

/** `readAt`: when the read began, in milliseconds. */
export function createJudging(parts: JudgingParts) {
  const { client, journal } = parts

  function claimOf(entry: Entry, resource: string, id: string | number): 'same' | 'other' | undefined {
    const { operation, environment, id: own, request } = entry.intent
    const made = journal
      .answersWith(operation, environment, own, JSON.stringify(id))
      .filter(({ answer }) =>
        readAnswer(answer, { resource, expect: 'record' }).rows.some((record) =>
          idsOf(record, nounOf(resource)).includes(id),
        ),
      )
    if (made.length === 0) return undefined
    const wanted = canonical(operation, environment, request)
    return made.some((other) => canonical(operation, environment, other.request) === wanted) ? 'same' : 'other'
  }

  return function judged(
    entry: Entry,
    read: { namesRecord: boolean; answers: Expectation },
    answer: Reading | DeskError,
    readAt: number,
  ): Judgement {
    // A read that was refused inside 2xx says nothing of the record, whatever it calls it.
    const notThere =
      answer instanceof DeskError &&
      answer.code === 'not_found' &&
      (answer.details.status ?? 404) >= 400 &&
      read.namesRecord
    if (answer instanceof DeskError && !notThere)
      return { verdict: 'unclear', code: 'read_refused', ...factsOf(answer.toShape()) }
    const { intent, operation } = entry
    const noun = nounOf(operation.resource)
    const { confirmWith } = operation
    const taught = parts.taught?.(intent.environment)
    const asked = askedOf(operation, { sent: intent.request.body, ...defined({ taught }) })
    return judge(
      {
        match: confirmWith?.match ?? 'created',
        risk: operation.risk,
        fields: confirmWith?.fields,
        noun,
        reference: intent.reference,
        body: intent.request.body,
        identity: identityOf(operation, intent.request),
        sentAt: sentAtOf(intent),
        readAt,
        offsetMs: client.connection(intent.environment).clockOffsetMs ?? 0,
        outcomeOf: (record) => recordOutcome(record, asked),
        own: ownIds(entry, read.answers.resource ?? operation.resource),
        claimed: (id) => claimOf(entry, read.answers.resource ?? operation.resource, id),
        answers: read.answers,
      },
      undefined,
      answer instanceof DeskError ? undefined : answer,
    )
  }
}

/** Identifiers of the record in the answer to the write. */
function ownIds({ intent }: Entry, resource: string): Array<string | number> {
  const { answer } = intent
  if (answer === undefined) return []
  return readAnswer(answer, { resource, expect: 'record' }).rows.flatMap((record) => idsOf(record, nounOf(resource)))
}
