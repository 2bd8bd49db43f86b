// Signing in: a write like any other through the ledger, whose answer is read once, in memory, for the session that it may hold
// (specification, section 5: how credentials are obtained is not shown). README.md says what leaves this folder and what never does.
import { DeskError, messageOf } from '#contract/errors.ts'
import type { AccountState, FoundField, SessionMapping } from '#contract/account.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { Environments } from '../desk/environments.ts'
import type { SettingsStore } from '../desk/settings.ts'
import type { BoundCredentials } from '../desk/bound-credentials.ts'
import type { Credential, Redactor } from '../keychain/types.ts'
import { valueAt } from '../ledger/identity.ts'
import type { Ledger } from '../ledger/types.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import { holdsSession, secretPlaces } from '../platform/catalog/sessions.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import { createAnswers } from './answers.ts'
import type { HeldAnswer } from './answers.ts'
import { isToken, masked, tokenOf } from './fields.ts'
import type { AnswerField } from './fields.ts'
import { guessOf, likelyFirst, suggestedMapping } from './guess.ts'
import { createMappings, mappingOf } from './mappings.ts'
import { createRefusals } from './refusals.ts'
import type { Account } from './types.ts'

export type { Account } from './types.ts'

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
  /** Hears every change of an environment's session: stored, removed, refused, accepted again, another mapping. */
  onChange: (state: AccountState) => void
}

export function createAccount(parts: AccountParts): Account {
  const { ledger, credentials, operations, environments, log } = parts
  const mappings = createMappings(parts.settings)
  const answers = createAnswers(parts)
  const refusals = createRefusals({ ...parts, onChange: changed })
  const told = new Map<EnvironmentId, number>()
  /** What the answer said of the account where the stored session names none; for that session only. */
  const said = new Map<EnvironmentId, { accountId: string; generation: number }>()
  const stopHearing = credentials.onChange(changed)

  async function state(environment: EnvironmentId): Promise<AccountState> {
    const session = (await credentials.status(environment)).credentials.session.state
    const credential =
      session === 'found' ? await credentials.load(environment, 'session').catch(() => undefined) : undefined
    const held = credential?.scheme === 'session' ? credential : undefined
    const refusedAt = refusals.at(environment)
    return {
      environment,
      session,
      ...(refusedAt === undefined ? {} : { refusedAt: new Date(refusedAt).toISOString() }),
      ...(held?.accountId === undefined || held.accountId === '' ? {} : { accountId: held.accountId }),
      hasSessionId: held?.sessionId !== undefined && held.sessionId !== '',
      mappings: mappings.list(environment),
    }
  }

  /** Tells what is so now; of changes that come together, the last. */
  function changed(environment: EnvironmentId): void {
    const turn = (told.get(environment) ?? 0) + 1
    told.set(environment, turn)
    state(environment).then(
      (now) => told.get(environment) === turn && parts.onChange(now),
      (error: unknown) =>
        log.write('warn', 'The state of the session could not be told.', {
          environment,
          reason: messageOf(error),
        }),
    )
  }

  async function store({ environment, fields, origin }: HeldAnswer, mapping: SessionMapping): Promise<void> {
    await credentials.save(environment, sessionIn(fields, mapping), origin)
    const accountId = valueOf(fields, suggestedMapping(fields)?.accountId ?? '')
    if (accountId !== undefined)
      said.set(environment, { accountId, generation: credentials.generation(environment, 'session') })
    answers.drop(environment)
  }

  /** Stores the session where the remembered mapping fits; a keychain that can't take it now leaves the answer for `map`. */
  async function storeRemembered(answer: HeldAnswer): Promise<boolean> {
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
    async signIn({ operation: key, body, press }) {
      const operation = operations.get(key)
      if (operation === undefined || operation.kind === 'read' || !holdsSession(operation)) throw noSignIn(key)
      const environment = environments.selected()
      const done = answers.await()
      try {
        const intent = await ledger.submit(
          { operation: key, body },
          { environment, ...(press === undefined ? {} : { press }) },
        )
        const answer = answerTo(intent, operation, body as Json)
        if (answer === undefined) return { intent, found: [], stored: false }
        const suggested = suggestedMapping(answer.fields)
        const found = likelyFirst(answer.fields).map(shown)
        return {
          intent,
          found,
          ...(suggested === undefined ? {} : { suggested }),
          stored: await storeRemembered(answer),
        }
      } finally {
        done()
      }
    },
    async map(intent, given) {
      const answer = answers.get(intent)
      if (answer === undefined) throw gone()
      const { environment, operation } = answer
      const mapping = mappingOf(given)
      const [first, ...more] = problemsOf(answer.fields, mapping)
      if (first !== undefined)
        throw new DeskError(
          'invalid_input',
          'The answer has no such value in the fields that were chosen. Nothing was stored. Choose others.',
          { fields: [first, ...more] },
        )
      await store(answer, mapping)
      mappings.save(environment, operation, mapping)
      changed(environment)
      return state(environment)
    },
    mappings: (environment) => mappings.list(environment),
    accountId(environment) {
      const stored = credentials.account(environment)
      const answer = said.get(environment)
      if (stored !== undefined || answer === undefined) return stored
      return answer.generation === credentials.generation(environment, 'session') ? answer.accountId : undefined
    },
    forgetMapping(environment, operation) {
      mappings.forget(environment, operation)
      changed(environment)
      return state(environment)
    },
    drop: () => answers.dropAll(),
    stop() {
      stopHearing()
      refusals.stop()
      answers.stop()
    },
  }

  /** The answer to a confirmed sign-in; a press that was said again finds the one that is held. */
  function answerTo(
    { id, state: end, reference, environment }: Intent,
    operation: Operation,
    body: Json,
  ): HeldAnswer | undefined {
    if (end !== 'confirmed') return undefined
    const heard = answers.heard(reference)
    if (heard === undefined) return answers.get(id)
    const sent = secretPlaces(operation, body)
      .flatMap((place) => valueAt(body, place) ?? [])
      .filter((value) => typeof value === 'string')
    return answers.hold({ intent: id, environment, operation: operation.key, origin: heard.origin }, heard.json, sent)
  }
}

function shown(field: AnswerField): FoundField {
  const guess = guessOf(field)
  return {
    path: field.path,
    masked: masked(field.value),
    length: field.value.length,
    ...(guess === undefined ? {} : { guess }),
  }
}

const valueOf = (fields: readonly AnswerField[], path: string): string | undefined =>
  fields.find((field) => field.path === path)?.value

/** Why an answer can't be read by a mapping; empty where it fits. */
function problemsOf(
  fields: readonly AnswerField[],
  { token, accountId, sessionId }: SessionMapping,
): Array<{ path: string; message: string }> {
  const text = valueOf(fields, token)
  const ids = Object.entries({ accountId, sessionId }).flatMap(([part, path]) => {
    if (path === undefined || (valueOf(fields, path)?.length ?? Infinity) <= 1_024) return []
    return [{ path: `mapping.${part}`, message: 'The answer has no such field, or its value is too long' }]
  })
  return text !== undefined && isToken(text)
    ? ids
    : [{ path: 'mapping.token', message: 'The answer has no token in this field' }, ...ids]
}

function sessionIn(fields: readonly AnswerField[], { token, ...ids }: SessionMapping): Credential {
  const [accountId, sessionId] = [ids.accountId, ids.sessionId].map((path) =>
    path === undefined ? undefined : valueOf(fields, path),
  )
  return {
    scheme: 'session',
    token: tokenOf(valueOf(fields, token) ?? ''),
    ...(accountId === undefined ? {} : { accountId }),
    ...(sessionId === undefined ? {} : { sessionId }),
  }
}

const noSignIn = (key: string) =>
  new DeskError(
    'invalid_input',
    `${JSON.stringify(key.slice(0, 80))} does not sign anyone in. Nothing was sent. Send it from its own page.`,
    {
      fields: [{ path: 'operation', message: 'Its answer holds no session' }],
    },
  )

const gone = () =>
  new DeskError(
    'not_found_here',
    'What this sign-in answered is not kept any more: the desk forgets it after ten minutes, and when it is locked or ends. The session that is stored has not changed. Sign in again.',
  )
