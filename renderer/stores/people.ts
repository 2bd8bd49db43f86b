import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { isPerson } from '#contract/people.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { useEnvironments } from './environments.ts'

const most = 2_000

/** Names of people that this page has shown, by their identifiers. In memory only: the desk keeps none. */
export const usePeople = defineStore('people', () => {
  const environments = useEnvironments()
  const names = shallowReactive(new Map<string, string>())
  const keyOf = (environment: EnvironmentId | undefined, resource: string, id: string): string =>
    `${environment ?? ''} ${resource} ${id}`

  function note(resource: string, records: ReadonlyArray<{ id: string; title?: string }>): void {
    if (!isPerson(resource)) return
    for (const { id, title } of records) if (title !== undefined) names.set(keyOf(environments.selected?.id, resource, id), title)
    for (const oldest of [...names.keys()].slice(0, Math.max(0, names.size - most))) names.delete(oldest)
  }

  return {
    note,
    nameOf: (environment: EnvironmentId | undefined, resource: string, id: string): string | undefined =>
      names.get(keyOf(environment ?? environments.selected?.id, resource, id)),
  }
})
