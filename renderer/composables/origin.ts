// Where the requests of an environment go, as a name for a person and as what credentials are bound to.
import type { CredentialStatus, Environment } from '#contract/models.ts'

/** The host of an address; the text itself where it is none. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)

/** As `credentials.confirm` takes it; empty without an address. */
export const originOf = ({ baseUrl, embedded }: Environment): string =>
  embedded ? 'embedded' : URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''

/** The host of a rehearsal that is not inside the desk: others may see what is done there. */
export const outsideHost = (environment: Environment | undefined): string | undefined =>
  environment?.id === 'rehearsal' && environment.embedded !== true && environment.baseUrl !== ''
    ? hostOf(environment.baseUrl)
    : undefined

/** Whether what is saved waits for a person to confirm the present address. */
export const isUnconfirmed = (environment: Environment, status: CredentialStatus | undefined): boolean => {
  const origin = originOf(environment)
  return origin !== '' && status?.confirmed !== undefined && status.confirmed !== origin
}
