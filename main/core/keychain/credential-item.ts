// A credential's keychain item: `{"v": value, "at": ISO 8601}`, with the date inside so that no file has it.
import { defined } from '#contract/defined.ts'
import { z } from 'zod'
import type { CredentialKind } from '#contract/models.ts'
import { withoutUnseen } from './errors.ts'
import type { Credential } from './types.ts'

export interface DatedCredential {
  credential: Credential
  at: string
}

const apiKeyItem = z.object({ v: z.string(), at: z.string() })
const sessionItem = z.object({
  v: z.object({ token: z.string(), accountId: z.string().optional(), sessionId: z.string().optional() }),
  at: z.string(),
})

export function formatItem({ credential, at }: DatedCredential): string {
  if (credential.scheme === 'apiKey') return JSON.stringify({ v: credential.apiKey, at })
  const { token, accountId, sessionId } = credential
  return JSON.stringify({ v: { token, accountId, sessionId }, at })
}

/** Undefined where the desk did not write it. */
export function parseItem(kind: CredentialKind, text: string): DatedCredential | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (kind === 'apiKey') {
    const { data } = apiKeyItem.safeParse(value)
    return data && { credential: { scheme: 'apiKey', apiKey: data.v }, at: data.at }
  }
  const { data } = sessionItem.safeParse(value)
  if (data === undefined) return undefined
  const { token, accountId, sessionId } = data.v
  const ids = { ...defined({ accountId }), ...defined({ sessionId }) }
  return { credential: { scheme: 'session', token, ...ids }, at: data.at }
}

export function textsOf(credential: Credential): Record<string, string> {
  if (credential.scheme === 'apiKey') return { value: credential.apiKey }
  const { token, accountId = '', sessionId = '' } = credential
  return { 'value.token': token, 'value.accountId': accountId, 'value.sessionId': sessionId }
}

/** An account's id is no secret. */
export const secretsOf = (credential: Credential): string[] =>
  credential.scheme === 'apiKey'
    ? [credential.apiKey]
    : [credential.token, ...(credential.sessionId === undefined ? [] : [credential.sessionId])]

/** What is saved is what is sent and masked, so blanks around it and unseen characters go first. */
const clean = (text: string): string => withoutUnseen(text).trim()

export function cleaned(credential: Credential): Credential {
  if (credential.scheme === 'apiKey') return { ...credential, apiKey: clean(credential.apiKey) }
  const { accountId, sessionId } = credential
  return {
    ...credential,
    token: clean(credential.token),
    ...(accountId !== undefined && { accountId: clean(accountId) }),
    ...(sessionId !== undefined && { sessionId: clean(sessionId) }),
  }
}
