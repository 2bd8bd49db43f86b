import { defined } from '#contract/defined.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useLedger } from '../stores/ledger.ts'
import type { Aim, LatestSent } from './useArming.ts'
import { subjectOf, type Subject } from './firing/subject.ts'
import { useDeedText } from './deed/useDeedText.ts'

export interface Aimed extends OperationRequest {
  key?: string
  again?: string | undefined
}

export interface AimOptions {
  environment?: () => EnvironmentId | undefined
  subject?: () => Subject
}

export function sentAgain({ id, operation, request }: Intent): Aimed {
  return {
    again: id,
    operation,
    path: request.path,
    query: request.query as OperationRequest['query'],
    body: request.body,
  }
}

/** Where requests go, and what was sent to the same records last. */
export function useAim(requests: () => readonly Aimed[], options: AimOptions = {}): Aim {
  const ledger = useLedger()
  return useAimed(
    (environment) =>
      requests().map(({ key, again, operation, path, query, body }) => ({
        key,
        again,
        newest: () => ledger.newest({ operation, ...defined({ path, query, body, environment }) }),
      })),
    { subject: () => subjectOf('request', {}, JSON.stringify(requests())), ...options },
  )
}

interface Asked {
  key: string | undefined
  again: string | undefined
  newest: () => Promise<{ id: string | null; intent?: Intent }>
}

/** Looks up, when a command is armed, what was sent to each record last. */
export function useAimed(
  asked: (environment: EnvironmentId | undefined) => readonly Asked[],
  options: AimOptions & Required<Pick<AimOptions, 'subject'>>,
): Aim {
  const deeds = useDeedText()
  const environments = useEnvironments()
  const environment = options.environment ?? ((): EnvironmentId | undefined => environments.selected?.id)

  return {
    environment,
    subject: options.subject,
    async check(): Promise<LatestSent> {
      const found = await Promise.all(
        // Without an answer the command goes without it.
        asked(environment()).map(async ({ key = '', again, newest }) => ({
          key,
          again,
          newest: await newest().catch(() => undefined),
        })),
      )
      const saw = new Map<string, string | null>()
      for (const { key, again, newest } of found) {
        const id = newest?.id ?? again
        if (id !== undefined) saw.set(key, id)
        else if (newest !== undefined) saw.set(key, null)
      }
      return { saw, last: lastOf(found.flatMap(({ newest }) => newest?.intent ?? [])) }
    },
  }

  function lastOf(intents: readonly Intent[]): LatestSent['last'] {
    const last = intents.reduce<Intent | undefined>(
      (newest, one) => (newest === undefined || one.createdAt > newest.createdAt ? one : newest),
      undefined,
    )
    return (
      last && {
        name: deeds.asked(last),
        state: last.state,
        at: last.settledAt ?? last.createdAt,
      }
    )
  }
}
