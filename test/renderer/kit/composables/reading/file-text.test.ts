import { expect, test } from 'vitest'
import { asDeskError } from '#contract/errors.ts'
import { readText } from '../../../../../renderer/kit/composables/reading/file-text.ts'

const sheet = 'Título;Duración\r\nPresentación de José;5\r\n¿Qué más? Así, según él;4\r\n'
const file = (...parts: Array<string | number[]>): File =>
  new File(
    parts.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part))),
    'show.csv',
  )
const latin1 = (text: string): number[] => Array.from(text, (sign) => sign.charCodeAt(0))
const utf16 = (text: string, little: boolean): number[] =>
  latin1(text).flatMap((unit) => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]))
const macRoman: Record<string, number> = { á: 0x87, é: 0x8e, í: 0x92, ó: 0x97, ú: 0x9c, ñ: 0x96, '¿': 0xc0 }
const mac = (text: string): number[] => Array.from(text, (sign) => macRoman[sign] ?? sign.charCodeAt(0))

// Catches a file of a spreadsheet that comes in with other letters than it has: a title is overwritten with them.
test.each([
  ['UTF-8', file(sheet)],
  ['UTF-8 with its mark', file('\ufeff', sheet)],
  ['windows-1252', file(latin1(sheet))],
  ['UTF-16, little', file([0xff, 0xfe], utf16(sheet, true))],
  ['UTF-16, big', file([0xfe, 0xff], utf16(sheet, false))],
  ['UTF-16 without a mark, little', file(utf16(sheet, true))],
  ['UTF-16 without a mark, big', file(utf16(sheet, false))],
  ['Mac Roman', file(mac(sheet))],
])('%s is read with its letters', async (_, given) => {
  expect((await readText(given)).text).toBe(sheet)
})

// Catches a guess that can't be seen nor changed: quotes and dashes alone speak for no language.
test('what was guessed is said, and another charset can be chosen', async () => {
  const given = file(latin1('It\x92s \x93late\x94 \x97 go\r\n'))
  const { text, guess } = await readText(given)
  expect(text).toBe('It’s “late” — go\r\n')
  expect(guess?.charset).toBe('windows-1252')
  expect(guess?.choices).toEqual(expect.arrayContaining(['windows-1252', 'windows-1251', 'macintosh']))
  expect((await readText(file([0xcf, 0xf0, 0xee, 0xb3]), 'windows-1251')).text).toBe('Проі')
  expect((await readText(file('plain'))).guess).toBeUndefined()
})

// Catches one lost byte that turns all other letters of the file into signs, and bytes that become replacement characters.
test('a text with lost bytes, and what is no text, are refused', async () => {
  const refused = (given: File): Promise<unknown> =>
    readText(given).then(
      () => undefined,
      (reason: unknown) => asDeskError(reason).toShape().facts,
    )
  expect(await refused(file('Título;Más\r\nJosé; a', [0xe9], 'b;Así y también\r\n'))).toEqual({
    reason: 'file_not_decoded',
    line: 2,
  })
  expect(await refused(file([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 9, 0, 0xff]))).toMatchObject({ reason: 'file_not_decoded' })
  expect(await refused(file([0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8]))).toMatchObject({ reason: 'file_not_decoded' })
  const moved = Object.assign(file('x'), { arrayBuffer: () => Promise.reject(new Error('It was moved.')) })
  expect(await refused(moved)).toMatchObject({ reason: 'file_not_opened' })
})
