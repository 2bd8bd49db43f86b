import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTransfers, maxTransferBytes, pieceBytes } from '../../../main/maintenance/transfers.ts'
import type { Clock } from '../../../main/core/ports.ts'
import { temporary } from './desk.ts'

function open() {
  let now = 0
  const clock: Clock = { now: () => now, after: () => () => undefined }
  const folder = join(temporary(), 'transfers')
  return { folder, transfers: createTransfers({ folder, clock }), wait: (ms: number) => void (now += ms) }
}

// Catches a piece that ends within a character, an offset that is off by one, and a text that arrives changed.
test('any text arrives as it left, whatever its pieces', () => {
  const { transfers } = open()
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        { maxLength: 8 },
      ),
      (pieces) => {
        const { id } = transfers.begin('a.txt')
        let offset = 0
        for (const piece of pieces) offset = transfers.append(id, offset, piece).bytes
        let text = ''
        for (let at: number | undefined = 0; at !== undefined;) {
          const part = transfers.read(id, at)
          text += part.text
          at = part.next
        }
        transfers.end(id)
        expect(text).toBe(pieces.join(''))
      },
    ),
  )
})

// Catches a character that stands across the border of two pieces and comes out as two question marks.
test.each(['a', 'é', '字', '🎬'])('a piece never splits %s', (character) => {
  const { transfers } = open()
  for (let shift = 0; shift < 4; shift += 1) {
    const text = 'x'.repeat(pieceBytes - shift) + character.repeat(20)
    const { id } = transfers.begin('long.txt')
    transfers.append(id, 0, text)
    const first = transfers.read(id, 0)
    const second = transfers.read(id, first.next ?? 0)
    expect(Buffer.byteLength(first.text)).toBeLessThanOrEqual(pieceBytes)
    expect(first.text + second.text).toBe(text)
    expect(second.next).toBeUndefined()
    transfers.end(id)
  }
})

// Catches a lost or doubled piece that goes unnoticed, and a name that leads out of the folder.
test('an offset, a text and a name that are wrong are refused or made harmless', () => {
  const { folder, transfers } = open()
  const { id, name } = transfers.begin('../../etc/passwd\u0000')
  expect(name).not.toMatch(/[/\\\0]/)
  transfers.append(id, 0, 'é')
  expect(() => transfers.append(id, 0, 'b')).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  expect(() => transfers.append(id, 3, 'b')).toThrow('offset: Expected 2')
  expect(() => transfers.append(id, 2, '\ud83c')).toThrow(/within a character/i)
  expect(() => transfers.read(id, 1)).toThrow(/within a character/i)
  expect(() => transfers.read(id, 9)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  expect(() => transfers.read('nobody', 0)).toThrow(expect.objectContaining({ code: 'not_found_here' }))
  expect(readdirSync(folder)).toEqual([id])
  expect(statSync(transfers.path(id)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  transfers.end(id)
  transfers.end(id)
  expect(readdirSync(folder)).toEqual([])
})

// Catches files of a crashed run that fill the disk for ever.
test('the folder is emptied at the start', () => {
  const folder = join(temporary(), 'transfers')
  mkdirSync(folder)
  writeFileSync(join(folder, 'left-behind'), 'x')
  createTransfers({ folder, clock: { now: () => 0, after: () => () => undefined } })
  expect(readdirSync(folder)).toEqual([])
})

// Catches pages that were closed in the middle and keep every later one from sending, and one that takes the disk for itself.
test('at most eight files are on their way, and a forgotten one makes room', () => {
  const { transfers, wait } = open()
  const ids = Array.from({ length: 8 }, () => transfers.begin('a').id)
  expect(new Set(ids).size).toBe(8)
  expect(() => transfers.begin('a')).toThrow(expect.objectContaining({ code: 'invalid_state' }))
  wait(29_000)
  expect(() => transfers.begin('a')).toThrow(expect.objectContaining({ code: 'invalid_state' }))
  wait(2_000)
  transfers.append(ids[0] ?? '', 0, 'used')
  transfers.begin('a')
  expect(transfers.read(ids[0] ?? '', 0).text).toBe('used')
  // Only the oldest gave way.
  expect(transfers.read(ids[2] ?? '', 0).text).toBe('')
  expect(() => transfers.read(ids[1] ?? '', 0)).toThrow(expect.objectContaining({ code: 'not_found_here' }))
})

// Catches a page that fills the disk.
test('a file has a limit', () => {
  const { transfers } = open()
  const { id } = transfers.begin('a')
  expect(() => transfers.append(id, maxTransferBytes, 'x')).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  expect(existsSync(transfers.path(id))).toBe(true)
})
