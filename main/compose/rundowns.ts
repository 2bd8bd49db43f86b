// Rundowns, composed: their store, where shows are in them, and dry runs.
import type { DeskEvents } from '../core/events.ts'
import type { Environments } from '../platform/environments/environments.ts'
import type { Encoders } from '../air/encoder/types.ts'
import type { Ledger } from '../platform/ledger/types.ts'
import type { Broadcast } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { ClientSurroundings } from '../platform/client/types.ts'
import { createRundowns, type RundownParts, type Rundowns } from '../air/rundown/index.ts'

type Derived = 'intentState' | 'selected' | 'scheme' | 'embedded' | 'encoder' | 'stream' | 'onPosition' | 'onDryRun'

interface Parts extends Omit<RundownParts, Derived> {
  events: DeskEvents
  environments: Environments
  ledger: Pick<Ledger, 'get'>
  encoders: Pick<Encoders, 'state' | 'onState'>
  broadcast: (environment: EnvironmentId) => Broadcast
  clientCredentials: Pick<ClientSurroundings, 'scheme'>
}

export function composeRundowns(parts: Parts): Rundowns {
  const { events, environments, ledger, encoders, clientCredentials } = parts
  const rundowns = createRundowns({
    ...parts,
    intentState: (id) => ledger.get(id).state,
    selected: () => environments.selected(),
    scheme: (product, byCatalog) => clientCredentials.scheme(product, byCatalog),
    embedded: (environment) => environment === 'rehearsal' && environments.configured(environment) === '',
    encoder: () => encoders.state(),
    stream: (environment) => parts.broadcast(environment).stream,
    onPosition: (environment, position) => events.emit('rundown.position', { environment, position }),
    onDryRun: (run) => events.emit('rundown.dryRun', run),
  })
  let software = encoders.state().encoder?.id
  encoders.onState(({ encoder }) => {
    if (encoder?.id === software) return
    software = encoder?.id
    rundowns.show.chosen(environments.selected())
  })
  events.subscribe((event, payload) => {
    if (event === 'broadcast.changed') rundowns.show.chosen((payload as Broadcast).environment)
  })
  rundowns.onChange((change) => events.emit('rundown.changed', change))
  return rundowns
}
