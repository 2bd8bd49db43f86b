// Names of people, whom the desk keeps by their identifiers alone: looked up for the page, and hidden during a show.
import { readListing } from '#answers/answer.ts'
import { idOf, titleOf } from '#answers/roles.ts'
import { isObject } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { isPerson } from '#contract/people.ts'
import { useEnvironments } from '../../stores/environments.ts'
import { useNames } from '../../stores/names.ts'
import { readOnce } from '../useOperation.ts'
import { usePrivacy } from '../usePrivacy.ts'

const lists: Readonly<Record<string, Parameters<typeof readOnce>[0]>> = {
  'payment/customer': { operation: 'POST /api/payment/customer/all', body: { limit: 100 } },
  'vendor/general': { operation: 'GET /api/vendor/general/all', query: { limit: 100 } },
}

export function usePersonNames() {
  const names = useNames()
  const environments = useEnvironments()
  const { masked } = usePrivacy()

  async function read(resource: string): Promise<void> {
    const list = lists[resource]
    if (list === undefined) return
    const { data } = await readOnce(list)
    names.note(
      resource,
      readListing(data, resource).rows.flatMap((row) => {
        const id = isObject(row) ? idOf(row, resource) : undefined
        return id === undefined ? [] : [{ id, title: titleOf(row, resource) }]
      }),
    )
  }

  /** Undefined for what is not a person, while it is not known, and while private values are hidden. */
  function nameOf(environment: EnvironmentId | undefined, resource: string, id: string): string | undefined {
    const { selected } = environments
    if (!isPerson(resource) || masked.value || (environment ?? selected?.id) !== selected?.id) return undefined
    names.want(resource, [id], () => read(resource))
    return names.nameOf(resource, id)
  }

  return { nameOf }
}
