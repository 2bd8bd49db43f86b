import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporary } from '../../core/storage/support.ts'
import { createDesk, listing } from './support.ts'

async function killAfter(folder: string, saves: number): Promise<string[]> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'crash-child.ts'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    if (out.split('\n').length > saves) child.kill('SIGKILL')
  })
  await once(child, 'close')
  expect(errors).toBe('')
  return out.split('\n').slice(1, -1)
}

// Catches an acknowledged save that a killed desk loses, a head that does not fit its revisions, and an index that breaks.
test('killed at any point, no acknowledged save is lost', async () => {
  const folder = await temporary()
  const seen: string[] = []
  for (const moment of [2, 9, 31, 60]) seen.push(...(await killAfter(folder, moment)))
  expect(seen.length).toBeGreaterThan(90)
  const desk = await createDesk(folder)
  expect(desk.database.statement('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  for (const line of seen) {
    const [id = '', revision = '', n = ''] = line.split(' ')
    expect(desk.drafts.get(id, Number(revision)).body, line).toEqual({ name: `${'long text '.repeat(300)}${n}` })
  }
  for (const { id, revision } of (await desk.drafts.list(listing({ query: 'long' }))).items)
    expect(desk.drafts.revisions({ id, limit: 1 }).items).toMatchObject([{ revision }])
  expect((await desk.drafts.list(listing({ query: 'one' }))).items).toMatchObject([{ id: 'one' }])
}, 60_000)
