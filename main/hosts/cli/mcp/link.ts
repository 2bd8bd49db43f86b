// The assistant's connection to the desk: opened when it is first needed, and again after it ended. Each connection is
// asked what its grant may do before anything else.
import { z } from 'zod'
import { grantSchema } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import { openDesk, type Desk } from '../client.ts'
import { Failure } from '../failure.ts'
import type { DeskAccess } from '../grant.ts'

const assistantScopes = ['read', 'draft'] as const
export type AssistantScope = (typeof assistantScopes)[number]

export interface Link {
  /** Throws Failure 1 for a grant that an assistant must not have, 3 where no desk answers. */
  scope: () => Promise<AssistantScope>
  call: (method: string, params: object) => Promise<unknown>
  close: () => void
}

interface Open {
  desk: Desk
  scope: AssistantScope
}

export function createLink(access: DeskAccess): Link {
  let current: Promise<Open> | undefined

  async function open(): Promise<Open> {
    const desk = await openDesk(access)
    try {
      const scope = await scopeOf(desk)
      void desk.closed.then(() => (current = undefined))
      return { desk, scope }
    } catch (error) {
      desk.close()
      throw error
    }
  }

  async function connected(): Promise<Open> {
    current ??= open()
    try {
      return await current
    } catch (error) {
      current = undefined
      throw error
    }
  }

  return {
    scope: async () => (await connected()).scope,
    call: async (method, params) => (await connected()).desk.call(method, params),
    close: () => void current?.then(({ desk }) => desk.close()).catch(() => undefined),
  }
}

async function scopeOf(desk: Desk): Promise<AssistantScope> {
  let answer: unknown
  try {
    answer = await desk.call('access.own')
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    throw new Failure(1, `The desk did not say what this grant may do (${error.code}), so an assistant can't have it.`)
  }
  const { grant } = z.object({ grant: grantSchema().nullable() }).parse(answer)
  const scope = grant?.scope ?? 'desk'
  const allowed = assistantScopes.find((one) => one === scope)
  if (allowed === undefined)
    throw new Failure(
      1,
      `This grant has the scope ${scope}. An assistant gets one of scope draft, or of scope read without saving.`,
    )
  return allowed
}
