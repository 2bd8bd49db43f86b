// What main keeps in a keychain: the credentials of each environment, and the secrets that bodies refer to.
import type { Json } from '#contract/json.ts'
import type { CredentialKind, CredentialState, CredentialStatus, EnvironmentId } from '#contract/models.ts'
import type { SecretReference } from '#contract/operation.ts'

/** The headers' material of a credential, held in main's memory only. */
export type Credential =
  | { scheme: 'apiKey'; apiKey: string }
  | { scheme: 'session'; token: string; accountId?: string; sessionId?: string }

/** Credentials of the environments, read at first use and held in memory until dropped. */
export interface Credentials {
  status(environment: EnvironmentId): Promise<CredentialStatus>
  save(environment: EnvironmentId, credential: Credential): Promise<CredentialStatus>
  remove(environment: EnvironmentId, kind: CredentialKind): Promise<CredentialStatus>
  /** Throws DeskError `no_credentials`, `keychain_locked`, `keychain_denied`, `keychain_unavailable`. */
  load(environment: EnvironmentId, kind: CredentialKind): Promise<Credential>
  generation(environment: EnvironmentId, kind: CredentialKind): number
  /** Makes the credentials of all environments known to the redactor; false where the keychain is out of reach. */
  learnAll(): Promise<boolean>
  /** The account id of the session that was last read or saved; undefined where there is none, it names none, or it was not read yet. Never asks the keychain. */
  account(environment: EnvironmentId): string | undefined
  /** Forgets the values held in memory, on lock, sleep and exit; not those of an environment that `keep` names, since it may be on air. */
  drop(keep?: (environment: EnvironmentId) => boolean): void
  onChange(
    listener: (
      environment: EnvironmentId,
      states: Record<CredentialKind, { state: CredentialState; updatedAt?: string }>,
    ) => void,
  ): () => void
}

/** Secrets that stand in bodies as references. */
export interface Vault {
  /** Stores a value under a new reference whose owner is `intent/<id>`, `profile/<id>` or `event/<id>`. Throws DeskError `keychain_*`. */
  put(owner: string, field: string, value: string): Promise<SecretReference>
  /** Throws DeskError `secret_missing` naming `path`. */
  resolve(reference: string, path: string): Promise<string>
  remove(reference: string): Promise<void>
  /** Removes every secret of an owner. */
  removeOwner(owner: string): Promise<void>
  /**
   * Moves secrets out of a body: values at `secretFields`, at secret-named fields but for `identifiers`, and any string that holds a known
   * secret value. Answers the body with references in their places; a body without secrets comes back as it is, without a call to the keychain.
   */
  externalize(
    owner: string,
    body: Json,
    secretFields: readonly string[],
    identifiers?: readonly string[],
  ): Promise<Json>
  /** Makes every stored secret known to the redactor; false where the keychain is out of reach, which is to be tried again. */
  learnAll(): Promise<boolean>
}

/** Masks secrets in anything that is stored, logged or shown. */
export interface Redactor {
  /** Makes a value known, so that it is masked wherever it turns up; one of under 6 characters only where it is a whole field. */
  learn(value: string): void
  /** The value is stored no longer. It stays masked while this desk runs: what repeats it may still come. */
  forget(value: string): void
  /** A copy with secret-named fields and known values masked; the same object where nothing was masked. `plain`: names that say nothing here. */
  json(value: Json, plain?: ReadonlySet<string>): Json
  text(value: string): string
  /** Dotted paths of strings that hold a known secret value. */
  find(value: Json): string[]
}
