// Node runs this folder from source, before anything is built: only node: modules and this folder are imported.
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')
export const at = (...path: string[]): string => resolve(root, ...path)

/** To stderr; stdout is left to the desk. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
