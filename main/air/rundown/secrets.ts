// Rundowns have no secrets: in the bodies of steps a reference replaces each one, elsewhere it is left out and the field is
// named.
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Cue, CueStep, RundownContent } from '#contract/air/rundown.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { SaveSecrets } from '../../writing/revisions/save.ts'
import { createOwnedSecrets, type SecretParts } from '../../writing/revisions/secrets.ts'
import { isOperation, withBodies } from './content.ts'

export function createRundownSecrets(parts: SecretParts & { operations: ReadonlyMap<string, Operation> }) {
  const { atRest, operations } = parts
  const owned = createOwnedSecrets('rundown', parts)

  function operationOf(key: string, place: string): Operation {
    const operation = operations.get(key)
    if (operation !== undefined && operation.kind !== 'read') return operation
    throw new DeskError('invalid_input', `${key} is not an operation that writes.`, {
      facts: { reason: operation === undefined ? 'unknown_operation' : 'only_reads', operation: key },
      fields: [{ path: place, message: 'Choose an operation that writes', reason: 'choose_write' }],
    })
  }

  /** Everything but the bodies. */
  const texts = ({ title, cues }: RundownContent) => ({
    title,
    cues: cues.map((cue) => ({
      title: cue.title,
      note: cue.note,
      steps: cue.steps.map((step) => ({ name: step.name, action: withoutBody(step) })),
    })),
  })

  function withoutBody(step: CueStep): Json {
    if (!isOperation(step)) return step.action
    const { path, query } = step.action.request
    return { ...step.action, request: defined({ path, query }) }
  }

  function clean(content: RundownContent): { content: RundownContent; leftOut: string[] } {
    const { value, leftOut } = atRest.leaveOut(texts(content))
    const found: string[] = []
    let isOther = leftOut.length > 0
    const cues = content.cues.map((cue, at): Cue => {
      const shown = value.cues[at]
      return {
        ...cue,
        title: shown?.title ?? '',
        note: shown?.note ?? '',
        steps: cue.steps.map((step, number): CueStep => {
          const other = shown?.steps[number]
          const action = (other?.action ?? withoutBody(step)) as unknown as CueStep['action']
          if (!isOperation(step)) return { ...step, name: other?.name ?? '', action }
          // None is chosen yet: it is written later, and a dry run names it.
          if (step.action.operation === '' && step.action.request.body === undefined)
            return { ...step, name: other?.name ?? '', action }
          const place = `cues.${at}.steps.${number}.action`
          const operation = operationOf(step.action.operation, `${place}.operation`)
          const { body } = step.action.request
          if (body === undefined || action.kind !== 'operation') return { ...step, name: other?.name ?? '', action }
          const clear = owned.cleanBody(body, operation, found, `${place}.request.body`)
          isOther ||= clear !== body
          return {
            ...step,
            name: other?.name ?? '',
            action: { ...action, request: { ...action.request, body: clear } },
          }
        }),
      }
    })
    return {
      content: isOther ? { ...content, title: value.title, cues } : content,
      leftOut: [...leftOut, ...found],
    }
  }

  const bodiesOf = ({ cues }: RundownContent) =>
    new Map(
      cues.flatMap((cue) =>
        cue.steps.flatMap((step) =>
          isOperation(step) && step.action.request.body !== undefined
            ? [[`${cue.id} ${step.id} ${step.action.operation}`, step.action.request.body] as const]
            : [],
        ),
      ),
    )

  const saving: SaveSecrets<RundownContent> = {
    clean,
    reuse(id, content, earlier) {
      const before = bodiesOf(earlier)
      return withBodies(content, (body, step, cue) => {
        const known = before.get(`${cue.id} ${step.id} ${step.action.operation}`)
        return known === undefined ? body : owned.reuse(id, body, known)
      })
    },
    take: (id, content) =>
      withBodies(content, (body, { action }, _, place) => owned.take(id, body, operationOf(action.operation, place))),
  }

  return {
    ...owned,
    saving,
    /** Moves what a later sweep found to the keychain; leaves operations that are unknown here. */
    moveAll: (id: string, content: RundownContent): Promise<RundownContent> =>
      withBodies(content, (body, { action }) => {
        const operation = operations.get(action.operation)
        return operation === undefined ? body : owned.move(id, body, operation)
      }),
  }
}

export type RundownSecrets = ReturnType<typeof createRundownSecrets>
