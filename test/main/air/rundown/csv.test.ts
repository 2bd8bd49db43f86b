import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lengthOf, timeOf } from '#answers/cue-times.ts'
import { cueFields, type CueField } from '#contract/air/rundown.ts'
import { csvOf, lookAtCsv, placed } from '../../../../main/air/rundown/csv.ts'
import { guessed } from '../../../../main/air/rundown/csv-cells.ts'
import { createDesk, cue, input, mark, reasonOf } from './support.ts'

const readCsv = async (...file: Parameters<typeof lookAtCsv>) => placed(await lookAtCsv(...file))
const read = (text: string, into: Parameters<typeof lookAtCsv>[2] = []) => readCsv(text, undefined, into)

// Files of spreadsheets would have to be changed by hand first.
test('headings are guessed in English and Spanish', async () => {
  const english = await read('\ufeffCue,Title,Start,Duration,Note,Colour,ID\n1,Opening,20:00,5:00,Smile,blue,x\n')
  expect(english.preview.map).toEqual([null, 'title', 'at', 'duration', 'note', 'colour', 'id'])
  const spanish = await read(
    'Título;Hora de inicio;Duración;Notas;Color\n"Apertura; y más";20:00:30;1h 5m;"dos\nlíneas";verde\n',
  )
  expect(spanish.preview.delimiter).toBe(';')
  expect(spanish.cues).toEqual([
    cue('row-2', {
      title: 'Apertura; y más',
      at: '20:00:30',
      durationMs: 3_900_000,
      note: 'dos\nlíneas',
      colour: 'green',
    }),
  ])
  expect((await read('cue\tstart\nOpening\t20:00\n')).cues[0]?.title).toBe('Opening')
})

// Catches a file whose headings nobody knows and of which no column can be chosen: it could not be imported at all.
test('a file in any language shows its columns, and comes in once the title is named', async () => {
  const text = 'Uhrzeit;Titel;Dauer\n20:00;Begrüßung;5\n20:05;Gespräch;15\n;;;links over'
  const { preview, cues } = await lookAtCsv(text, undefined, [])
  expect(preview).toMatchObject({
    headings: ['Uhrzeit', 'Titel', 'Dauer', ''],
    map: [null, null, null, null],
    rows: 3,
    samples: [
      ['20:00', 'Begrüßung', '5', ''],
      ['20:05', 'Gespräch', '15', ''],
      ['', '', '', 'links over'],
    ],
    cues: [],
  })
  expect(cues).toEqual([])
  const map: CueField[] = ['at', 'title', 'duration']
  expect((await readCsv(text, map, [])).cues.slice(0, 2)).toEqual([
    cue('row-2', { title: 'Begrüßung', at: '20:00:00', durationMs: 300_000 }),
    cue('row-3', { title: 'Gespräch', at: '20:05:00', durationMs: 900_000 }),
  ])
})

// Catches a heading that is unknown for its unit, and a length in another unit than its heading says.
test('a unit in a heading is no part of its name, and holds for its numbers', async () => {
  const lengths = async (heading: string, ...cells: string[]) =>
    (await read(`Title;${heading}\n${cells.map((cell) => `x;"${cell}"\n`).join('')}`)).cues.map(
      ({ durationMs }) => durationMs,
    )
  expect(await lengths('Duration (min)', '5', '1,5')).toEqual([300_000, 90_000])
  expect(await lengths('DURACIÓN [seg.]', '90', '4:30')).toEqual([90_000, 270_000])
  expect(await lengths('Length (hours)', '2', '1:30', '0:04:30')).toEqual([7_200_000, 5_400_000, 270_000])
  expect(await lengths('Duration (hh:mm:ss)', '0:04:30')).toEqual([270_000])
  const map: CueField[] = ['title', 'duration']
  expect((await readCsv('Was;Länge in Sekunden\na;90\n', map, [])).cues[0]?.durationMs).toBe(90_000)
})

// Catches lengths and times in the forms in which sheets write them.
test('times as sheets write them', () => {
  expect(
    ['12:05:00 AM', '30/12/1899 0:05:00', '5:30 min', '1:30 h', 'PT5M30S', '12/31/1899 12:04:30 AM'].map(lengthOf),
  ).toEqual([...[300_000, 300_000, 330_000, 5_400_000, 330_000, 270_000]])
  expect(['24/11/2026 20:15', '11/24/2026, 8:15:00 PM', '24.11.2026 20.15'].map(timeOf)).toEqual([
    ...['20:15:00', '20:15:00', '20:15:00'],
  ])
  expect(['24/11/2026 0:05', '3:00 x', '24/11/2026'].map(lengthOf)).toEqual([undefined, undefined, undefined])
})

// Catches good titles that are overwritten by a file that lost their letters, unseen.
test('a merge shows what is there now, and takes nothing whose letters were lost', async () => {
  const before = [cue('a', { title: 'Presentación' }), cue('b', { title: 'Ads', steps: [mark('s')] }), cue('c')]
  const rows = Array.from({ length: 60 }, (_, at) => `n${at},New ${at}\n`).join('')
  const { preview, cues } = await read(`id,title\na,Presentaci\ufffdn\n${rows}b,Two ads\n`, before)
  expect(preview.problems).toEqual([{ row: 2, problem: 'lost', text: 'Presentaci\ufffdn' }])
  expect(cues.find(({ id }) => id === 'a')?.title).toBe('Presentación')
  expect(preview.cues[0]).toMatchObject({
    change: 'changed',
    cue: { title: 'Two ads' },
    before: { title: 'Ads', steps: [] },
  })
  expect(preview.cues).toHaveLength(50)
})

/** Of the columns, as the page in this language names them. */
function headingsIn(language: string): string[] {
  const file = new URL(`../../../../renderer/messages/${language}/rundown.json`, import.meta.url)
  const words = JSON.parse(readFileSync(file, 'utf8')) as { import: { field: Record<CueField, string> } }
  return cueFields.map((field) => words.import.field[field])
}

// Catches an export that the person's spreadsheet opens as one column, or that the desk does not read again.
test('an export in the words and separators of any spreadsheet comes back as it was', async () => {
  const all = [
    cue('a', { title: 'One; two, three', at: '20:00:00', durationMs: 65_000 }),
    cue('b', { skip: true, title: '-1,5' }),
  ]
  for (const delimiter of [',', ';']) {
    for (const language of ['en', 'es']) {
      const headings = headingsIn(language)
      expect(guessed(headings)).toEqual(cueFields)
      const text = await csvOf(all, { delimiter, headings })
      expect(text.split('\r\n')[0]).toBe(`\ufeff${headings.join(delimiter)}`)
      expect((await read(text)).cues).toEqual(all)
      expect((await read(text, all)).preview.same).toBe(2)
    }
  }
  expect((await read('sep=|\r\ntitle|note\r\nOne;x|a,b\r\n')).cues[0]).toMatchObject({ title: 'One;x', note: 'a,b' })
})

// A merge would take away steps, notes and cues that the file knows nothing of.
test('a merge by id touches only the columns of the file', async () => {
  const before = [
    cue('a', { note: 'Keep', at: '20:00:00', durationMs: 1_000, steps: [mark('s')] }),
    cue('b', { note: 'Keep too' }),
  ]
  const { cues, preview } = await read('id,title,start\na,New,21:00\nc,Third,\n', before)
  expect(cues).toEqual([{ ...before[0], title: 'New', at: '21:00:00' }, cue('c', { title: 'Third' }), before[1]])
  expect([preview.added, preview.changed, preview.same]).toEqual([1, 1, 0])
})

// A cell that can't be read would become something else unseen.
test('what can not be read is named and left as it was', async () => {
  const { preview, cues } = await read('id,title,at,duration,colour,skip\na,One,25:00,long,pink,perhaps\na,Two,,,,\n', [
    cue('a', { at: '20:00:00', durationMs: 5, colour: 'blue' }),
  ])
  expect(preview.problems.map(({ row, problem }) => [row, problem])).toEqual([
    [2, 'colour'],
    [2, 'skip'],
    [2, 'at'],
    [2, 'duration'],
    [3, 'id_twice'],
  ])
  expect(cues[0]).toMatchObject({ id: 'a', title: 'One', at: '20:00:00', durationMs: 5, colour: 'blue' })
  expect(cues[1]?.id).toBe('row-3')
})

// A large or broken file would hold the desk or fill its rundown with rubbish.
test('hostile files are refused with a reason', async () => {
  expect(await reasonOf(read('x'.repeat(10_000_000)))).toBe('file_too_large')
  expect(await reasonOf(read(`title\n${'a\n'.repeat(100_000)}`))).toBe('too_many_rows')
  expect(await reasonOf(read('title\n"never closed\n'))).toBe('file_not_understood')
  expect(await reasonOf(read('title\n'))).toBe('file_without_rows')
  expect(await reasonOf(read(''))).toBe('file_without_rows')
  expect(await reasonOf(read('foo,bar\n1,2\n'))).toBe('columns_not_known')
  expect(await reasonOf(read(`${'c,'.repeat(300)}title\n1\n`))).toBe('file_not_understood')
})

// A title would run as a formula where the file is opened, or come back with another sign.
test('an export is safe in a spreadsheet and comes back as it was', async () => {
  const all = [
    cue('a', { title: '=1+1', note: '@sum', durationMs: 65_000, at: '20:00:00' }),
    cue('b', { title: 'It’s, "fine"', colour: 'violet', linked: true, skip: true }),
    cue('g', { kind: 'group', title: '-2' }),
  ]
  const text = await csvOf(all)
  expect(text).toContain("'=1+1")
  expect(text).toContain("'@sum")
  expect((await read(text)).cues).toEqual(all)
  expect((await read(text, all)).preview.same).toBe(3)
})

// Lengths and times of people would be read as others.
test('lengths and times as people write them', () => {
  expect(['5', '4:30', '1:04:30', '90s', '1h 5m', '2 min', '1,5', ''].map(lengthOf)).toEqual([
    300_000,
    270_000,
    3_870_000,
    90_000,
    3_900_000,
    120_000,
    90_000,
    null,
  ])
  expect(['soon', '5:75', '99h', '-1'].map(lengthOf)).toEqual([undefined, undefined, undefined, undefined])
  expect(['8:05', '20.05', '20h05', '8:05 pm', '12:00 am', '2026-11-24T20:05:06', ''].map(timeOf)).toEqual([
    '08:05:00',
    '20:05:00',
    '20:05:00',
    '20:05:00',
    '00:00:00',
    '20:05:06',
    '',
  ])
  expect(['24:00', '20:60', '13 pm', 'noon'].map(timeOf)).toEqual([undefined, undefined, undefined, undefined])
})

// Steps would be lost on the way to another desk, or a foreign file would be taken.
test('an exported rundown comes in whole on another desk', async () => {
  const [here, there] = [await createDesk(), await createDesk()]
  const made = await here.rundowns.save(input([cue('a', { steps: [mark('s')] })]))
  const { text } = await here.rundowns.export({ id: made.id, format: 'json' })
  const taken = await there.rundowns.import({ text, environment: 'rehearsal' })
  expect(taken.cues).toEqual(made.cues)
  expect(await reasonOf(there.rundowns.import({ text: '{"format": "other"}', environment: 'rehearsal' }))).toBe(
    'file_not_understood',
  )
})
