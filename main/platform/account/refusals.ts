import type { EnvironmentId } from '#contract/models.ts'
import type { Credentials } from '../../core/keychain/types.ts'
import { refusalIn } from '../client/classify.ts'
import type { PlatformClient } from '../client/types.ts'

export function createRefusals(parts: {
  client: Pick<PlatformClient, 'onExchange'>
  credentials: Pick<Credentials, 'generation'>
  onChange: (environment: EnvironmentId) => void
}) {
  const { client, credentials, onChange } = parts
  const refused = new Map<EnvironmentId, { generation: number; at: number }>()

  /** When the current session was refused, in milliseconds. */
  function at(environment: EnvironmentId): number | undefined {
    const one = refused.get(environment)
    return one !== undefined && one.generation === credentials.generation(environment, 'session') ? one.at : undefined
  }

  const stop = client.onExchange((exchange) => {
    const { environment, scheme, generation, answer, at: began, durationMs } = exchange
    if (scheme !== 'session' || answer === undefined || generation !== credentials.generation(environment, 'session'))
      return
    const known = at(environment)
    const inside = refusalIn(exchange)
    if (answer.status === 401 || inside?.code === 'authentication_required' || inside?.status === 401) {
      if (known !== undefined) return
      refused.set(environment, { generation, at: began + durationMs })
      onChange(environment)
    } else if (
      answer.status >= 200 &&
      answer.status < 300 &&
      inside === undefined &&
      known !== undefined &&
      began > known
    ) {
      refused.delete(environment)
      onChange(environment)
    }
  })

  return { at, stop }
}
