// The specification shows the bodies of five operations. What the others look like is learned from what is sent and answered: names and types, never values.
import { DeskError } from '#contract/errors.ts'
import { learnedParts } from '#contract/learned.ts'
import type { LearnedForm, LearnedHead } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { ValueRedactor } from '../keychain/redact.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient, WireExchange } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import { readSchema } from './check.ts'
import { exportForms } from './export.ts'
import { edit, join, knownNames, learn, noForm, shown } from './form.ts'
import { lessonOf } from './observation.ts'
import { limits } from './limits.ts'
import { createTable } from './table.ts'
import type { Kept } from './table.ts'
import type { Learned } from './types.ts'

export interface LearnedParts {
  database: ProfileDatabase
  client: Pick<PlatformClient, 'onExchange'>
  operations: ReadonlyMap<string, Operation>
  redactor: Pick<ValueRedactor, 'holdsInName'>
  clock: Clock
  log: Log
  /** Without `operation`, several. */
  onChange: (change: { environment: EnvironmentId; operation?: string }) => void
}

/** Learns from every exchange after it was handed on. `stop` before the database closes. */
export function createLearned({ database, client, operations, redactor, clock, log, onChange }: LearnedParts): Learned {
  const table = createTable(database, log)
  const environments = new Map<EnvironmentId, Map<string, Kept>>()
  const waiting: WireExchange[] = []
  const polled = new Map<string, number>()
  const holdsInName = (name: string): boolean => redactor.holdsInName(name)
  let cancelNext: (() => void) | undefined
  let cancelWrite: (() => void) | undefined

  function formsOf(environment: EnvironmentId): Map<string, Kept> {
    const forms = environments.get(environment) ?? table.read(environment)
    environments.set(environment, forms)
    return forms
  }

  function hear(exchange: WireExchange): void {
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

  /** One a turn: learning from several large answers must not hold up what else waits. */
  function next(): void {
    cancelNext = undefined
    const exchange = waiting.shift()
    if (exchange !== undefined) take(exchange)
    if (waiting.length > 0) cancelNext ??= clock.after(0, next)
  }

  function take(exchange: WireExchange): void {
    try {
      const lesson = lessonOf(exchange)
      if (lesson === undefined) return
      const { environment, operation } = exchange
      const before = formsOf(environment).get(operation.key)
      const form = learn(before?.form ?? noForm, lesson, { holdsInName, secretFields: operation.secretFields })
      const news = before === undefined || schemaText(before.form) !== schemaText(form)
      keep(environment, operation.key, {
        form,
        updatedAt: new Date(exchange.at + exchange.durationMs).toISOString(),
        dirty: true,
        news: news || before.news,
      })
      // Counts alone are written with the next names: a poll costs no write.
      if (news) writeSoon()
    } catch (error) {
      log.write('warn', 'A form could not be learned.', {
        operation: exchange.operation.key,
        reason: error instanceof Error ? error.name : 'unknown',
      })
    }
  }

  const keep = (environment: EnvironmentId, operation: string, kept: Kept) =>
    void formsOf(environment).set(operation, kept)
  const writeSoon = () => void (cancelWrite ??= clock.after(limits.writeMs, write))

  /** Writes what is not written, and tells of what is new. A disk that does not take it now is asked again with the next news. */
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
    const told = new Map<EnvironmentId, string[]>()
    for (const { environment, operation, kept } of dirty) {
      if (kept.news) told.set(environment, [...(told.get(environment) ?? []), operation])
      kept.dirty = kept.news = false
    }
    for (const [environment, [operation = '', ...more]] of told)
      onChange({ environment, ...(more.length === 0 && { operation }) })
  }

  /** Learns from everything that waits, and writes it. */
  function settle(): void {
    cancelNext?.()
    cancelNext = undefined
    for (const exchange of waiting.splice(0)) take(exchange)
    write()
  }

  const headOf = (environment: EnvironmentId, operation: string, { form, updatedAt }: Kept): LearnedHead => ({
    environment,
    operation,
    sent: form.sent,
    answered: form.answered,
    ...(form.files > 0 && { files: form.files }),
    edited: shown(form).edited,
    updatedAt,
  })
  const formOf = (environment: EnvironmentId, operation: string, kept: Kept): LearnedForm => ({
    ...headOf(environment, operation, kept),
    ...shown(kept.form),
  })
  const sorted = (environment: EnvironmentId) => [...formsOf(environment)].sort(([a], [b]) => (a < b ? -1 : 1))

  const unsubscribe = client.onExchange(hear)

  return {
    list(environment) {
      settle()
      return sorted(environment).map(([operation, kept]) => headOf(environment, operation, kept))
    },
    get(environment, operation) {
      settle()
      const kept = formsOf(environment).get(operation)
      return kept === undefined ? null : formOf(environment, operation, kept)
    },
    edit(environment, operation, part, schema) {
      const entry = operations.get(operation)
      if (entry === undefined)
        throw refused(
          'operation',
          'There is no such operation. Nothing was changed. Choose one of the catalog.',
          'Not in the catalog',
        )
      if (part === 'body' && entry.body !== undefined)
        throw refused(
          'part',
          'The specification shows the body of this operation, and a learned one never takes its place. Nothing was changed. Edit the query or the answer.',
          'This body is specified',
        )
      const written = readSchema(schema, holdsInName)
      settle()
      const kept: Kept = {
        form: edit(formsOf(environment).get(operation)?.form ?? noForm, part, written),
        updatedAt: new Date(clock.now()).toISOString(),
        dirty: false,
        news: false,
      }
      table.write([{ environment, operation, ...kept }])
      keep(environment, operation, kept)
      onChange({ environment, operation })
      return formOf(environment, operation, kept)
    },
    holdsInName,
    wouldTeach(environment, taught) {
      settle()
      return [...taught]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([operation, form]) => {
          const before = formsOf(environment).get(operation)?.form ?? noForm
          const parts = learnedParts.filter(
            (part) => form.learned[part] !== undefined || form.taught[part] !== undefined,
          )
          return {
            operation,
            parts,
            fields: knownNames(form),
            added: Math.max(0, knownNames(join(before, form)) - knownNames(before)),
          }
        })
    },
    teach(environment, taught) {
      settle()
      const updatedAt = new Date(clock.now()).toISOString()
      const rows = [...taught].map(([operation, form]) => ({
        environment,
        operation,
        form: join(formsOf(environment).get(operation)?.form ?? noForm, form),
        updatedAt,
      }))
      table.write(rows)
      for (const { operation, form } of rows)
        keep(environment, operation, { form, updatedAt, dirty: false, news: false })
      if (rows.length > 0) onChange({ environment })
    },
    forget(environment, operation) {
      settle()
      const forms = formsOf(environment)
      const forgotten = operation === undefined ? forms.size : Number(forms.has(operation))
      table.forget(environment, operation)
      if (operation === undefined) forms.clear()
      else forms.delete(operation)
      if (forgotten > 0) onChange({ environment, ...(operation !== undefined && { operation }) })
      return forgotten
    },
    export(environment) {
      settle()
      return exportForms(
        environment,
        sorted(environment).map(([operation, kept]) => formOf(environment, operation, kept)),
      )
    },
    stop() {
      unsubscribe()
      settle()
    },
  }
}

const schemaText = ({ learned, missed }: Kept['form']): string => JSON.stringify([learned, missed])

const refused = (path: string, sentence: string, message: string): DeskError =>
  new DeskError('invalid_input', sentence, { fields: [{ path, message }] })
