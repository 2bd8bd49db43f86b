import { globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The text of each file by its path. */
export type Files = ReadonlyMap<string, string>

/** A rule about files: what breaks it, and a sentence for whoever did. */
export interface FileRule {
  name: string
  sentence: string
  /** A line for each breach. */
  find: (files: Files) => string[]
  /** Groups of files that break it, for the test of the rule itself. */
  breaches: Array<Readonly<Record<string, string>>>
}

export function readFiles(root: string): Files {
  const paths = globSync('{main,preload,renderer,test}/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
