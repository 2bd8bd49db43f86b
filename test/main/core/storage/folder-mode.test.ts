import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'

function parent(): string {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-mode-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
async function opened(folder: string) {
  const database = await openProfile({ folder, clock: systemClock, log: { write: () => undefined } })
  const said = database.notices.map(({ code, facts }) => ({ code, facts }))
  database.close()
  return said
}

// Catches a profile that others may look into until its second start.
test('a folder that the desk makes is private from the start', async () => {
  const folder = join(parent(), 'profile')
  expect(await opened(folder)).toEqual([])
  expect(modeOf(folder)).toBe('700')
})

// Catches the mode of a person's own folder that is changed, with or without a word.
test('a folder that was there keeps its mode, and the person is told', async () => {
  const folder = join(parent(), 'shared')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'letter.txt'), '')
  for (const start of ['first', 'second']) {
    expect([start, await opened(folder)]).toEqual([start, [{ code: 'folder_open', facts: { folder, mode: '755' } }]])
    expect(modeOf(folder)).toBe('755')
  }
  expect(modeOf(join(folder, 'showdesk.db'))).toBe('600')
})

// Catches a profile of an earlier version that stays open to others (finding 14), and one that is closed without a word.
test('a profile that others could look into becomes private, and the person is told', async () => {
  const folder = join(parent(), 'profile')
  await opened(folder)
  mkdirSync(join(folder, 'chromium'))
  writeFileSync(join(folder, 'window.json'), '{}')
  chmodSync(folder, 0o755)
  expect(await opened(folder)).toEqual([{ code: 'folder_made_private', facts: { folder, mode: '755' } }])
  expect(modeOf(folder)).toBe('700')
  expect(await opened(folder)).toEqual([])
  expect(existsSync(join(folder, 'chromium'))).toBe(true)
})
