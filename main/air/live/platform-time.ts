// The platform's time, which proves this machine's clock right or wrong. A platform on this machine proves nothing.
import type { EnvironmentId } from '#contract/models.ts'
import type { Environments } from '../../platform/environments/environments.ts'
import { httpInstant, isLoopback } from '../../platform/client/index.ts'
import type { PlatformClient, WireExchange } from '../../platform/client/types.ts'
import type { ProvenTime } from '../../core/storage/proven-time.ts'

/** Tells `provenTime` the Date of every fresh answer that comes from elsewhere; the answer ends it. */
export function followPlatformTime(parts: {
  client: Pick<PlatformClient, 'onExchange'>
  environments: Pick<Environments, 'get'>
  provenTime: Pick<ProvenTime, 'confirm'>
}): () => void {
  const { client, environments, provenTime } = parts
  const isElsewhere = (environment: EnvironmentId): boolean => {
    const url = URL.parse(environments.get(environment).baseUrl)
    return url !== null && !isLoopback(url.hostname)
  }
  return client.onExchange(({ environment, answer }) => {
    const time = answer === undefined || !isElsewhere(environment) ? undefined : timeOf(answer.headers)
    if (time !== undefined) provenTime.confirm(time)
  })
}

/** Undefined where there is none, or the answer comes from a cache. */
function timeOf(headers: NonNullable<WireExchange['answer']>['headers']): number | undefined {
  const valueOf = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
  const date = valueOf('date')
  return date === undefined || valueOf('age') !== undefined ? undefined : httpInstant(date.trim())
}
