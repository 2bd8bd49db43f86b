// `npm version` calls it with `begin` before it commits, and the release workflow with `notes`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beginVersion, notesOf } from './changelog.ts'

const root = resolve(import.meta.dirname, '../..')
const file = join(root, 'CHANGELOG.md')
const changelog = readFileSync(file, 'utf8')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

if (process.argv[2] === 'begin')
  writeFileSync(file, beginVersion(changelog, version, new Date().toISOString().slice(0, 10)))
else process.stdout.write(`${notesOf(changelog, version)}\n`)
