import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { declarationOf } from '#contract/bridge.ts'
import { messageOf } from '#contract/errors.ts'
import { safeJson } from '../../core/log.ts'
import { openDesk } from './client.ts'
import { Failure } from './failure.ts'
import type { DeskAccess } from './grant.ts'
import type { Terminal } from './terminal.ts'

/** The words behind `call`. */
export interface Call {
  method: string
  params: string
}

/** Throws Failure 2 where the method is missing or there is more than its parameters. */
export function parseCall([method, params = '{}', ...more]: string[]): Call {
  if (method === undefined) throw new Failure(2, 'call takes the name of a method.', true)
  if (more.length > 0)
    throw new Failure(2, 'call takes one method and its parameters as one argument: put the JSON into quotes.')
  return { method, params }
}

/** Calls the method and prints its result: in lines on a terminal, else as one line. */
export async function runCall({ method, params }: Call, access: DeskAccess, terminal: Terminal): Promise<void> {
  const input = parseParams(await textOf(params, terminal))
  const desk = await openDesk(access)
  try {
    const result = (await desk.call(method, withMoment(method, input))) ?? null
    terminal.out(`${safeJson(JSON.stringify(result, undefined, terminal.wide ? 2 : undefined))}\n`)
  } finally {
    desk.close()
  }
}

/** Enter is the press of a command line: what asks for its moment gets it. */
function withMoment(method: string, input: object): object {
  const { shape = {} } = (declarationOf(method)?.input ?? {}) as { shape?: object }
  if (!Object.hasOwn(shape, 'pressedAt')) return input
  return { pressedAt: new Date().toISOString(), ...input }
}

async function textOf(params: string, { stdin }: Terminal): Promise<string> {
  if (params === '-') return await text(stdin)
  if (!params.startsWith('@')) return params
  const path = params.slice(1)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure(
      2,
      `The file ${path} could not be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    )
  }
}

function parseParams(json: string): object {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new Failure(2, `The parameters are not JSON: ${messageOf(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(2, 'The parameters are one JSON object, such as {"limit": 10}.')
  return value
}
