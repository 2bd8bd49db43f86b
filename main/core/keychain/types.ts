import type { Json } from '#contract/json.ts'
import type { CredentialKind, CredentialState, CredentialStatus, EnvironmentId } from '#contract/models.ts'
import type { SecretReference } from '#contract/operation.ts'

export type Credential =
  | { scheme: 'apiKey'; apiKey: string }
  | { scheme: 'session'; token: string; accountId?: string; sessionId?: string }

export interface Credentials {
  status(environment: EnvironmentId): Promise<CredentialStatus>
  /** Asks the keychain even where everything is in memory: on a person's press it puts its question. */
  unlock(environment: EnvironmentId): Promise<CredentialStatus>
  save(environment: EnvironmentId, credential: Credential): Promise<CredentialStatus>
  remove(environment: EnvironmentId, kind: CredentialKind): Promise<CredentialStatus>
  /** Throws DeskError `no_credentials` or `keychain_*`. */
  load(environment: EnvironmentId, kind: CredentialKind): Promise<Credential>
  generation(environment: EnvironmentId, kind: CredentialKind): number
  /** Teaches the redactor all credentials; false where the keychain is out of reach. */
  learnAll(): Promise<boolean>
  /** Of the last session read or saved; never asks the keychain. */
  account(environment: EnvironmentId): string | undefined
  /**
   * Forgets the values in memory, on lock, sleep and exit; not those of an environment that `keep` names, which may be
   * on air.
   */
  drop(keep?: (environment: EnvironmentId) => boolean): void
  onChange(
    listener: (
      environment: EnvironmentId,
      states: Record<CredentialKind, { state: CredentialState; updatedAt?: string }>,
    ) => void,
  ): () => void
}

export interface Vault {
  /** The owner is `intent/<id>`, `profile/<id>` or `event/<id>`. Throws DeskError `keychain_*`. */
  put(owner: string, field: string, value: string): Promise<SecretReference>
  /** Throws DeskError `secret_missing` naming `path`. */
  resolve(reference: string, path: string): Promise<string>
  remove(reference: string): Promise<void>
  removeOwner(owner: string): Promise<void>
  /**
   * Moves secrets out of a body: values at `secretFields`, at secret names but for `identifiers`, and strings with a
   * known secret. A body without any comes back as it is.
   */
  externalize(
    owner: string,
    body: Json,
    secretFields: readonly string[],
    identifiers?: readonly string[],
  ): Promise<Json>
  /** Teaches the redactor all secrets; false where the keychain is out of reach. */
  learnAll(): Promise<boolean>
}

export interface Redactor {
  /** A value under 6 characters is masked only as a complete field. */
  learn(value: string): void
  /** The value stays masked while this desk runs: an answer may repeat it. */
  forget(value: string): void
  /** The same object where nothing was masked. `plain`: names that are no secrets here. */
  json(value: Json, plain?: ReadonlySet<string>): Json
  text(value: string): string
  /** Dotted paths of strings with a known secret. */
  find(value: Json): string[]
}
