import type { CredentialStatus, Environment } from '#contract/models.ts'

export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)

/** As `credentials.confirm` takes it; empty without an address. */
export const originOf = ({ baseUrl, embedded }: Environment): string =>
  embedded ? 'embedded' : URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''

/** The host of a rehearsal outside the desk, where others may see it. */
export const outsideHost = (environment: Environment | undefined): string | undefined =>
  environment?.id === 'rehearsal' && environment.embedded !== true && environment.baseUrl !== ''
    ? hostOf(environment.baseUrl)
    : undefined

/** Whether the saved credentials wait for a person to confirm the present address. */
export const isUnconfirmed = (environment: Environment, status: CredentialStatus | undefined): boolean => {
  const origin = originOf(environment)
  return origin !== '' && status?.confirmed !== undefined && status.confirmed !== origin
}
