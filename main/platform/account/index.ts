import { DeskError, messageOf, type FieldProblem } from '#contract/errors.ts'
import type { AccountState, FoundField, SessionMapping, SignIn } from '#contract/account.ts'
import type { BridgeParams } from '#contract/bridge.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { Environments } from '../environments/environments.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import type { BoundCredentials } from '../environments/bound-credentials.ts'
import type { Credential, Redactor } from '../../core/keychain/types.ts'
import { valueAt } from '../ledger/identity.ts'
import type { Ledger } from '../ledger/types.ts'
import type { Operation } from '../catalog/entry.ts'
import { holdsSession, secretPlaces } from '../catalog/sessions.ts'
import type { PlatformClient } from '../client/types.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { createAnswers, type KeptAnswer } from './answers.ts'
import { isToken, mappingOf, masked, tokenOf, type AnswerField, type GivenMapping } from './fields.ts'
import { guessOf, likelyFirst, suggestedMapping } from './guess.ts'
import { createMappings } from './mappings.ts'
import { createRefusals } from './refusals.ts'

/** Characters that an account's or session's id may have. */
const longestId = 1_024

export interface AccountParts {
  client: Pick<PlatformClient, 'onExchange'>
  ledger: Pick<Ledger, 'submit'>
  credentials: BoundCredentials
  operations: ReadonlyMap<string, Operation>
  environments: Pick<Environments, 'selected'>
  settings: Pick<SettingsStore, 'read' | 'write'>
  redactor: Redactor
  clock: Clock
  log: Log
  /** Stored, removed, refused, accepted again, or another mapping. */
  onChange: (state: AccountState) => void
}

/** Signing in, and the state of the session. No method answers a secret. README.md says what never leaves this folder. */
export function createAccount(parts: AccountParts) {
  const { ledger, credentials, operations, environments, log } = parts
  const mappings = createMappings(parts.settings)
  const answers = createAnswers(parts)
  const refusals = createRefusals({ ...parts, onChange: changed })
  const turns = new Map<EnvironmentId, number>()
  /** The account that the answer named, where the stored session names none; for that session only. */
  const namedAccounts = new Map<EnvironmentId, { accountId: string; generation: number }>()
  const unsubscribe = credentials.onChange(changed)

  async function state(environment: EnvironmentId): Promise<AccountState> {
    const session = (await credentials.status(environment)).credentials.session.state
    const credential =
      session === 'found' ? await credentials.load(environment, 'session').catch(() => undefined) : undefined
    const { accountId = '', sessionId = '' } = credential?.scheme === 'session' ? credential : {}
    const refusedAt = refusals.at(environment)
    return {
      environment,
      session,
      ...(refusedAt !== undefined && { refusedAt: new Date(refusedAt).toISOString() }),
      ...(accountId !== '' && { accountId }),
      hasSessionId: sessionId !== '',
      mappings: mappings.list(environment),
    }
  }

  /** Of changes that come together only the last is announced. */
  function changed(environment: EnvironmentId): void {
    const turn = (turns.get(environment) ?? 0) + 1
    turns.set(environment, turn)
    state(environment).then(
      (now) => turns.get(environment) === turn && parts.onChange(now),
      (error: unknown) =>
        log.write('warn', 'The state of the session could not be turns.', {
          environment,
          reason: messageOf(error),
        }),
    )
  }

  async function store({ environment, fields, origin }: KeptAnswer, mapping: SessionMapping): Promise<void> {
    await credentials.save(environment, sessionIn(fields, mapping), origin)
    const accountId = valueOf(fields, suggestedMapping(fields)?.accountId ?? '')
    if (accountId !== undefined)
      namedAccounts.set(environment, { accountId, generation: credentials.generation(environment, 'session') })
    answers.drop(environment)
  }

  /** Where the keychain can't take it now, the answer stays for `map`. */
  async function storeRemembered(answer: KeptAnswer): Promise<boolean> {
    const mapping = mappings.get(answer.environment, answer.operation)
    if (mapping === undefined || problemsOf(answer.fields, mapping).length > 0) return false
    try {
      await store(answer, mapping)
      return true
    } catch (error) {
      log.write('warn', 'A session could not be stored by its remembered mapping.', {
        environment: answer.environment,
        reason: error instanceof DeskError ? error.code : 'internal',
      })
      return false
    }
  }

  return {
    state,
    /** Throws DeskError `invalid_input` for an operation whose answer holds no session, and what a submit throws. */
    async signIn({ operation: key, body, press }: BridgeParams<'account.signIn'>): Promise<SignIn> {
      const operation = operations.get(key)
      if (operation === undefined || operation.kind === 'read' || !holdsSession(operation))
        throw new DeskError('invalid_input', 'This operation does not sign anyone in.', {
          facts: { reason: 'not_a_sign_in', operation: key.slice(0, 80) },
          fields: [{ path: 'operation', message: 'Its answer holds no session', reason: 'holds_no_session' }],
        })
      const environment = environments.selected()
      const done = answers.await()
      try {
        const intent = await ledger.submit(
          { operation: key, body },
          { environment, ...(press !== undefined && { press }) },
        )
        const answer = answerTo(intent, operation, body as Json)
        if (answer === undefined) return { intent, found: [], stored: false }
        const suggested = suggestedMapping(answer.fields)
        const found = likelyFirst(answer.fields).map(shown)
        return { intent, found, ...(suggested && { suggested }), stored: await storeRemembered(answer) }
      } finally {
        done()
      }
    },
    /** Throws DeskError `not_found_here` once the answer is gone, `invalid_input`, `keychain_*`. */
    async map(intent: string, given: GivenMapping): Promise<AccountState> {
      const answer = answers.get(intent)
      if (answer === undefined)
        throw new DeskError('not_found_here', 'The answer to this sign-in is not kept any more.', {
          facts: { reason: 'sign_in_forgotten', intent },
        })
      const { environment, operation } = answer
      const mapping = mappingOf(given)
      const fields = problemsOf(answer.fields, mapping)
      if (fields.length > 0)
        throw new DeskError('invalid_input', 'The chosen fields of the answer hold no session.', {
          facts: { reason: 'mapping_not_fitting', operation },
          fields,
        })
      await store(answer, mapping)
      mappings.save(environment, operation, mapping)
      changed(environment)
      return state(environment)
    },
    mappings: mappings.list,
    /** The session's account, as stored with it or as the sign-in's answer named it. Never asks the keychain. */
    accountId(environment: EnvironmentId): string | undefined {
      const stored = credentials.account(environment)
      const answer = namedAccounts.get(environment)
      if (stored !== undefined || answer === undefined) return stored
      return answer.generation === credentials.generation(environment, 'session') ? answer.accountId : undefined
    },
    forgetMapping(environment: EnvironmentId, operation: string): Promise<AccountState> {
      mappings.forget(environment, operation)
      changed(environment)
      return state(environment)
    },
    /** Forgets all answers: on lock, sleep and exit. */
    drop: (): void => answers.dropAll(),
    stop(): void {
      unsubscribe()
      refusals.stop()
      answers.stop()
    },
  }

  /** A repeated press finds the answer that is kept. */
  function answerTo(
    { id, state: end, reference, environment }: Intent,
    operation: Operation,
    body: Json,
  ): KeptAnswer | undefined {
    if (end !== 'confirmed') return undefined
    const received = answers.received(reference)
    if (received === undefined) return answers.get(id)
    const sent = secretPlaces(operation, body)
      .flatMap((place) => valueAt(body, place) ?? [])
      .filter((value) => typeof value === 'string')
    return answers.keep(
      { intent: id, environment, operation: operation.key, origin: received.origin },
      received.json,
      sent,
    )
  }
}

function shown(field: AnswerField): FoundField {
  const guess = guessOf(field)
  return { path: field.path, masked: masked(field.value), length: field.value.length, ...(guess && { guess }) }
}

const valueOf = (fields: readonly AnswerField[], path: string): string | undefined =>
  fields.find((field) => field.path === path)?.value

function problemsOf(fields: readonly AnswerField[], { token, accountId, sessionId }: SessionMapping): FieldProblem[] {
  const text = valueOf(fields, token)
  const ids = Object.entries({ accountId, sessionId }).flatMap(([part, path]): FieldProblem[] => {
    if (path === undefined || (valueOf(fields, path)?.length ?? Infinity) <= longestId) return []
    const message = 'The answer has no such field, or its value is too long'
    return [{ path: `mapping.${part}`, message, reason: 'not_in_answer', facts: { max: longestId } }]
  })
  return text !== undefined && isToken(text)
    ? ids
    : [{ path: 'mapping.token', message: 'The answer has no token in this field', reason: 'holds_no_token' }, ...ids]
}

function sessionIn(fields: readonly AnswerField[], { token, ...ids }: SessionMapping): Credential {
  const [accountId, sessionId] = [ids.accountId, ids.sessionId].map((path) => valueOf(fields, path ?? ''))
  return { scheme: 'session', ...mappingOf({ token: tokenOf(valueOf(fields, token) ?? ''), accountId, sessionId }) }
}
