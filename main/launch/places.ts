// Run by Node from source, before anything is built: only node: modules and files of this folder are imported here.
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')
export const at = (...path: string[]): string => resolve(root, ...path)

/** One line for the person at the terminal; stdout is left to the desk. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
