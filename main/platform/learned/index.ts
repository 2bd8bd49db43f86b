import type { ExportedFile } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import {
  learnedParts,
  type LearnedForm,
  type LearnedHead,
  type LearnedPart,
  type TaughtOperation,
} from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { ValueRedactor } from '../../core/keychain/redact.ts'
import type { Operation } from '../catalog/entry.ts'
import type { PlatformClient, WireExchange } from '../client/types.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { readSchema } from './check.ts'
import { exportForms } from './export.ts'
import { edit, emptyForm, join, knownNames, learn, shown, type Form } from './form.ts'
import { observationOf } from './observation.ts'
import { limits } from './limits.ts'
import { createTable, type DatedForm, type StoredForm } from './table.ts'

export interface LearnedParts {
  database: ProfileDatabase
  client: Pick<PlatformClient, 'onExchange'>
  operations: ReadonlyMap<string, Operation>
  redactor: Pick<ValueRedactor, 'holdsInName'>
  clock: Clock
  log: Log
  onChange: (change: { environment: EnvironmentId; operation?: string }) => void
}

export type Learned = ReturnType<typeof createLearned>

/** Learns from every exchange, after its answer was handed on. Call `stop` before the database closes. */
export function createLearned({ database, client, operations, redactor, clock, log, onChange }: LearnedParts) {
  const table = createTable(database, log)
  const environments = new Map<EnvironmentId, Map<string, StoredForm>>()
  const waiting: WireExchange[] = []
  const polled = new Map<string, number>()
  const holdsInName = (name: string): boolean => redactor.holdsInName(name)
  let cancelNext: (() => void) | undefined
  let cancelWrite: (() => void) | undefined

  function formsOf(environment: EnvironmentId): Map<string, StoredForm> {
    const forms = environments.get(environment) ?? table.read(environment)
    environments.set(environment, forms)
    return forms
  }

  function enqueue(exchange: WireExchange): void {
    if (!exchange.final || exchange.answer === undefined || waiting.length >= limits.waiting) return
    const name = `${exchange.environment} ${exchange.operation.key}`
    if (exchange.by === 'desk') {
      const since = clock.now() - (polled.get(name) ?? -Infinity)
      if (since >= 0 && since < limits.pollMs) return
      polled.set(name, clock.now())
    }
    waiting.push(exchange)
    cancelNext ??= clock.after(limits.afterMs, next)
  }

  /** One exchange a turn, so that several large answers do not hold up other work. */
  function next(): void {
    cancelNext = undefined
    const exchange = waiting.shift()
    if (exchange !== undefined) learnFrom(exchange)
    if (waiting.length > 0) cancelNext ??= clock.after(0, next)
  }

  function learnFrom(exchange: WireExchange): void {
    try {
      const observation = observationOf(exchange)
      if (observation === undefined) return
      const { environment, operation } = exchange
      const before = formsOf(environment).get(operation.key)
      const form = learn(before?.form ?? emptyForm, observation, { holdsInName, secretFields: operation.secretFields })
      const changed = before === undefined || schemaText(before.form) !== schemaText(form)
      formsOf(environment).set(operation.key, {
        form,
        updatedAt: new Date(exchange.at + exchange.durationMs).toISOString(),
        dirty: true,
        unannounced: changed || before.unannounced,
      })
      // Counts alone are written with the next change of a schema: a poll costs no write.
      if (changed) cancelWrite ??= clock.after(limits.writeMs, write)
    } catch (error) {
      log.write('warn', 'A form could not be learned.', {
        operation: exchange.operation.key,
        reason: error instanceof Error ? error.name : 'unknown',
      })
    }
  }

  /** Puts forms on disk and in memory; answers when. */
  function replace(environment: EnvironmentId, forms: ReadonlyMap<string, Form>): string {
    const updatedAt = new Date(clock.now()).toISOString()
    table.write([...forms].map(([operation, form]) => ({ environment, operation, form, updatedAt })))
    for (const [operation, form] of forms)
      formsOf(environment).set(operation, { form, updatedAt, dirty: false, unannounced: false })
    return updatedAt
  }

  /** Writes what changed and announces new schemas. After a failure it is tried again with the next change. */
  function write(): void {
    cancelWrite?.()
    cancelWrite = undefined
    const dirty = [...environments].flatMap(([environment, forms]) =>
      [...forms].filter(([, kept]) => kept.dirty).map(([operation, kept]) => ({ environment, operation, kept })),
    )
    if (dirty.length === 0) return
    try {
      table.write(dirty.map(({ kept: { form, updatedAt }, ...name }) => ({ ...name, form, updatedAt })))
    } catch {
      log.write('warn', 'Learned forms could not be written to the profile.')
      return
    }
    const changed = new Map<EnvironmentId, string[]>()
    for (const { environment, operation, kept } of dirty) {
      if (kept.unannounced) changed.set(environment, [...(changed.get(environment) ?? []), operation])
      kept.dirty = kept.unannounced = false
    }
    for (const [environment, [operation = '', ...more]] of changed)
      onChange({ environment, ...(more.length === 0 && { operation }) })
  }

  function settle(): void {
    cancelNext?.()
    cancelNext = undefined
    for (const exchange of waiting.splice(0)) learnFrom(exchange)
    write()
  }

  const headOf = (environment: EnvironmentId, operation: string, { form, updatedAt }: DatedForm): LearnedHead => ({
    environment,
    operation,
    sent: form.sent,
    answered: form.answered,
    ...(form.files > 0 && { files: form.files }),
    edited: shown(form).edited,
    updatedAt,
  })
  const formOf = (environment: EnvironmentId, operation: string, kept: DatedForm): LearnedForm => ({
    ...headOf(environment, operation, kept),
    ...shown(kept.form),
  })
  const byKey = <T>(forms: ReadonlyMap<string, T>) => [...forms].sort(([a], [b]) => (a < b ? -1 : 1))
  const stored = (environment: EnvironmentId, operation: string): Form =>
    formsOf(environment).get(operation)?.form ?? emptyForm

  const unsubscribe = client.onExchange(enqueue)

  return {
    list(environment: EnvironmentId): LearnedHead[] {
      settle()
      return byKey(formsOf(environment)).map(([operation, kept]) => headOf(environment, operation, kept))
    },
    get(environment: EnvironmentId, operation: string): LearnedForm | null {
      settle()
      const kept = formsOf(environment).get(operation)
      return kept === undefined ? null : formOf(environment, operation, kept)
    },
    /** Throws DeskError `invalid_input` for an unknown operation, a specified body, or what is no schema of names and types. */
    edit(environment: EnvironmentId, operation: string, part: LearnedPart, schema: JsonSchema): LearnedForm {
      const entry = operations.get(operation)
      if (entry === undefined)
        throw new DeskError('invalid_input', `There is no operation ${operation}.`, {
          facts: { reason: 'unknown_operation', operation },
          fields: [{ path: 'operation', message: 'Not in the catalog', reason: 'not_in_catalog' }],
        })
      if (part === 'body' && entry.body !== undefined)
        throw new DeskError('invalid_input', `The body of ${operation} is specified.`, {
          facts: { reason: 'body_specified', operation },
          fields: [{ path: 'part', message: 'This body is specified', reason: 'specified' }],
        })
      const written = readSchema(schema, holdsInName)
      settle()
      const form = edit(stored(environment, operation), part, written)
      const updatedAt = replace(environment, new Map([[operation, form]]))
      onChange({ environment, operation })
      return formOf(environment, operation, { form, updatedAt })
    },
    holdsInName,
    wouldTeach(environment: EnvironmentId, taught: ReadonlyMap<string, Form>): TaughtOperation[] {
      settle()
      return byKey(taught).map(([operation, form]) => {
        const before = stored(environment, operation)
        return {
          operation,
          parts: learnedParts.filter((part) => (form.learned[part] ?? form.taught[part]) !== undefined),
          fields: knownNames(form),
          added: Math.max(0, knownNames(join(before, form)) - knownNames(before)),
        }
      })
    },
    /** On disk before it returns. */
    teach(environment: EnvironmentId, taught: ReadonlyMap<string, Form>): void {
      settle()
      replace(
        environment,
        new Map([...taught].map(([operation, form]) => [operation, join(stored(environment, operation), form)])),
      )
      if (taught.size > 0) onChange({ environment })
    },
    /** One operation, or all of an environment; answers how many forms there were. */
    forget(environment: EnvironmentId, operation?: string): number {
      settle()
      const forms = formsOf(environment)
      const forgotten = operation === undefined ? forms.size : Number(forms.has(operation))
      table.forget(environment, operation)
      if (operation === undefined) forms.clear()
      else forms.delete(operation)
      if (forgotten > 0) onChange({ environment, ...(operation !== undefined && { operation }) })
      return forgotten
    },
    export(environment: EnvironmentId): ExportedFile {
      settle()
      return exportForms(
        environment,
        byKey(formsOf(environment)).map(([operation, kept]) => formOf(environment, operation, kept)),
      )
    },
    stop(): void {
      unsubscribe()
      settle()
    },
  }
}

const schemaText = ({ learned, missed }: Form): string => JSON.stringify([learned, missed])
