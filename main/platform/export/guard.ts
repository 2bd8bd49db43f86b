// Both tools can send a whole folder with one press. What costs money or deletes is sent one at a time, by its name.
import type { OperationInfo } from '#contract/operation.ts'
import { colonPath } from './variables.ts'

/** `DELETE /api/payment/plan/delete`, as both tools write it. */
const nameOf = ({ method, path }: OperationInfo): string => `${method} ${colonPath(path)}`

export const isHeld = ({ risk }: OperationInfo): boolean => risk === 'money' || risk === 'destroy'

/** What each tool calls the request that is about to be sent, and what it does with a variable. */
interface Tool {
  request: string
  read: string
  empty: string
  skip: string
}

/** Before each request: one that is held is skipped unless the variable `confirm` names it, which is then emptied. */
function guard(operations: readonly OperationInfo[], { request, read, empty, skip }: Tool): string[] {
  return [
    // A block of its own, since both tools have variables of common names.
    '{',
    '  const held = [',
    ...operations.filter(isHeld).map((operation) => `    ${JSON.stringify(nameOf(operation))},`),
    '  ]',
    `  const about = ${request}`,
    `  if (${read} === about) ${empty}`,
    '  else if (held.includes(about)) {',
    '    console.error(`Not sent: ${about} costs money or deletes. Write its name into the variable "confirm" to send it once.`)',
    `    ${skip}`,
    '  }',
    '}',
  ]
}

export const postmanGuard = (operations: readonly OperationInfo[]): string[] =>
  guard(operations, {
    request: "`${pm.request.method} /${pm.request.url.path.join('/')}`",
    read: "pm.variables.get('confirm')",
    empty: "pm.collectionVariables.set('confirm', '')",
    skip: 'pm.execution.skipRequest()',
  })

export const brunoGuard = (operations: readonly OperationInfo[]): string[] =>
  guard(operations, {
    request: "`${req.getMethod()} ${req.getUrl().replace(/^.*?(?=\\/api\\/)/, '').replace(/[?#].*$/, '')}`",
    read: "bru.getEnvVar('confirm')",
    empty: "bru.setEnvVar('confirm', '')",
    skip: 'bru.runner.skipRequest()',
  })
