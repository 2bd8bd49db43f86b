// Why a live command can't be sent now, whatever its record: what the live view calls offline, gate and key.
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import { keychainError } from '../../core/keychain/errors.ts'
import type { CommandParts } from './types.ts'

type Parts = Pick<CommandParts, 'client' | 'reachability' | 'credentials' | 'rehearsal' | 'settings'>

export function createRefusals({ client, reachability, credentials, rehearsal, settings }: Parts) {
  async function keyError(environment: EnvironmentId, product: Product): Promise<DeskError | undefined> {
    const kind = settings.get().authOverrides[product] ?? 'apiKey'
    // The rehearsal platform takes its own key.
    if (kind === 'none' || (environment === 'rehearsal' && rehearsal.state().running)) return undefined
    const { state } = (await credentials.status(environment)).credentials[kind]
    if (state === 'found') return undefined
    if (state !== 'absent') return keychainError(state, `The ${kind === 'apiKey' ? 'API key' : 'session'}`)
    return new DeskError('no_credentials', `No credential is saved for ${environment}.`, {
      facts: { reason: 'credential_absent', credential: kind, environment },
    })
  }

  /** Undefined where a command of the product may be sent. */
  return async (environment: EnvironmentId, product: Product): Promise<DeskError | undefined> => {
    if (reachability.connection(environment).state === 'unreachable')
      return new DeskError('unreachable', 'The platform can’t be reached, and a live command is never sent late.')
    const gate = client.gates().find((one) => one.environment === environment && one.product === product)
    if (gate !== undefined)
      return new DeskError('rate_limited', `The platform asks ${product} to wait.`, {
        facts: { reason: 'product_waits', product },
        retryAfterMs: gate.retryAfterMs,
      })
    return keyError(environment, product)
  }
}

export const noStream = (): DeskError =>
  new DeskError('invalid_state', 'No stream is chosen in the live view.', { facts: { reason: 'no_stream_chosen' } })

export const noPoll = (): DeskError =>
  new DeskError('invalid_state', 'No poll is chosen in the live view.', { facts: { reason: 'no_poll_chosen' } })

export const wrongState = (command: string, state: string): DeskError =>
  new DeskError('invalid_state', `${command} is not possible in the state ${state}.`, {
    facts: { reason: 'command_not_possible', command, state },
  })

export const optionsWithheld = (name: string, missing: readonly string[]): DeskError =>
  new DeskError('invalid_state', `${name} lacks credentials that the desk can’t add.`, {
    facts: { reason: 'options_withheld', name, fields: [...missing] },
  })

export const noLength = (name: string): DeskError =>
  new DeskError('invalid_state', `Nobody said how long ${name} runs.`, { facts: { reason: 'ad_without_length', name } })
