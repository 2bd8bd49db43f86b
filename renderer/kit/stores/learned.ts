import { defineStore } from 'pinia'
import { ref, shallowReactive } from 'vue'
import type { ExportedFile } from '#contract/draft.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { LearnedForm, LearnedHead, LearnedPart } from '#contract/learned.ts'
import type { Transfer } from '#contract/maintenance.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { useEnvironments } from './environments.ts'

export const useLearned = defineStore('learned', () => {
  const environments = useEnvironments()
  /** By environment and operation; null where nothing was learned. */
  const forms = shallowReactive(new Map<string, LearnedForm | null>())
  /** Counts changes, after which lists are read again. */
  const version = ref(0)
  const nameOf = (operation: string, environment = environments.selected?.id): string =>
    `${environment ?? ''} ${operation}`

  /** Undefined until it was read. */
  const of = (operation: string): LearnedForm | null | undefined => forms.get(nameOf(operation))

  async function read(operation: string): Promise<LearnedForm | null> {
    const environment = environments.selected?.id
    if (environment === undefined) return null
    const form = await call('learned.get', { environment, operation })
    forms.set(nameOf(operation, environment), form)
    return form
  }
  const reading = new Map<string, Promise<LearnedForm | null>>()
  async function ensure(operation: string): Promise<LearnedForm | null> {
    const known = of(operation)
    if (known !== undefined) return known
    const name = nameOf(operation)
    const running = reading.get(name) ?? read(operation).finally(() => reading.delete(name))
    reading.set(name, running)
    return running
  }

  function init(): void {
    on('learned.changed', ({ environment, operation }) => {
      version.value += 1
      if (operation === undefined) forms.clear()
      else if (forms.has(nameOf(operation, environment)) && environment === environments.selected?.id)
        void read(operation).catch(() => undefined)
      else forms.delete(nameOf(operation, environment))
    })
    on('desk.restarted', () => {
      version.value += 1
      forms.clear()
    })
  }

  async function list(): Promise<LearnedHead[]> {
    const environment = environments.selected?.id
    return environment === undefined ? [] : (await call('learned.list', { environment })).forms
  }
  async function edit(operation: string, part: LearnedPart, schema: JsonSchema): Promise<void> {
    const environment = environments.selected?.id
    if (environment !== undefined)
      forms.set(nameOf(operation, environment), await call('learned.edit', { environment, operation, part, schema }))
  }
  /** Without an operation everything of the chosen environment. */
  async function forget(operation?: string): Promise<void> {
    const environment = environments.selected?.id
    if (environment === undefined) return
    await call('learned.forget', { environment, ...(operation === undefined ? {} : { operation }) })
    if (operation === undefined) forms.clear()
    else forms.set(nameOf(operation, environment), null)
  }
  async function exported(): Promise<ExportedFile | undefined> {
    const environment = environments.selected?.id
    return environment === undefined ? undefined : call('learned.export', { environment })
  }

  const previewFile = (transfer: Transfer, environment: EnvironmentId, task: string) =>
    call('learned.preview', { transfer: transfer.id, environment, task })
  const teachFile = (transfer: Transfer, environment: EnvironmentId) =>
    call('learned.teach', { transfer: transfer.id, environment })

  return { version, of, ensure, init, list, edit, forget, exported, previewFile, teachFile }
})
