import type { AccountState, SessionMapping, SignIn } from '#contract/account.ts'
import type { EnvironmentId } from '#contract/models.ts'

/** Signing in and what is known of the session. No method answers a secret. */
export interface Account {
  state(environment: EnvironmentId): Promise<AccountState>
  /**
   * Sends a sign-in or sign-up through the ledger in the chosen environment, under one press of a button. Throws DeskError `invalid_input` for an
   * operation whose answer holds no session, and what a submit throws; how the platform answered stands in the intent.
   */
  signIn(request: { operation: string; body: Record<string, unknown>; press?: string | undefined }): Promise<SignIn>
  /** Takes the session out of that sign-in's answer. Throws DeskError `not_found_here` once it is gone, `invalid_input`, `keychain_*`. */
  map(
    intent: string,
    mapping: { token: string; accountId?: string | undefined; sessionId?: string | undefined },
  ): Promise<AccountState>
  mappings(environment: EnvironmentId): Record<string, SessionMapping>
  /** The account that the environment's session speaks for, where that is known: as stored with it, else as the sign-in's answer said. Never asks the keychain. */
  accountId(environment: EnvironmentId): string | undefined
  forgetMapping(environment: EnvironmentId, operation: string): Promise<AccountState>
  /** Forgets every answer held in memory: on lock, sleep and exit. */
  drop(): void
  stop(): void
}
