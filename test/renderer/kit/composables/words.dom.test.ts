import { afterEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import { cellOf } from '../../../../renderer/kit/composables/table-column.ts'
import { setFormats } from '../../../../renderer/kit/base/locale.ts'
import { formatPercent } from '../../../../renderer/kit/composables/locale/numbers.ts'
import { operationsInWords } from '../../../../renderer/kit/base/schema-words.ts'
import { useWords } from '../../../../renderer/kit/composables/locale/useWords.ts'
import { loadMessages, showLanguage } from '../../../../renderer/kit/i18n.ts'
import { mountOnDesk } from '../../support/mount.ts'

afterEach(async () => {
  setFormats({ language: 'en' })
  await showLanguage('en')
})

async function speakSpanish(): Promise<void> {
  await loadMessages(['resources', 'schema'])
  await showLanguage('es')
  setFormats({ language: 'es' })
}

async function words(): Promise<ReturnType<typeof useWords>> {
  let found: ReturnType<typeof useWords> | undefined
  await mountOnDesk(
    defineComponent(() => {
      found = useWords()
      return () => h('p')
    }),
  )
  if (found === undefined) throw new Error('Nothing was mounted')
  return found
}

// Catches the platform's own values where words belong (`month`, `donation`, `en`), and a text of a person that is taken for one.
test('values of short lists are words in the language of the page', async () => {
  await loadMessages(['resources'])
  const { valueText } = await words()
  expect([valueText('interval', 'month'), valueText('kind', 'donation'), valueText('language', 'en')]).toEqual([
    'Monthly',
    'Donation',
    'English',
  ])
  // No message, but still a word of a list.
  expect(valueText('type', 'location_place')).toBe('Location place')
  expect([
    valueText('type', 'A raffle, 2 prizes'),
    valueText('description', 'month'),
    valueText('language', '?'),
  ]).toEqual([undefined, undefined, undefined])
  await speakSpanish()
  expect([valueText('interval', 'month'), valueText('language', 'en')]).toEqual(['Cada mes', 'Inglés'])
})

// Catches English labels on a Spanish form.
test('labels and hints of the catalog follow the language of the page', async () => {
  await speakSpanish()
  const body = {
    properties: { camera: { label: 'Camera', hint: 'Name of the camera.', items: { label: 'Not of the catalog' } } },
  }
  const [first] = describeOperations()
  if (first === undefined) throw new Error('The catalog is empty')
  expect(operationsInWords([{ ...first, body }])[0]?.body).toEqual({
    properties: {
      camera: { label: 'Cámara', hint: 'Nombre de la cámara.', items: { label: 'Not of the catalog' } },
    },
  })
})

// Catches an ISO day on screen, a day that slips with the time zone, and a file that lost the exact one.
test('a day is written as a date, and stays exact in a file', () => {
  expect(cellOf('instant', '2026-12-06')).toMatchObject({ text: 'Dec 6, 2026', file: '2026-12-06' })
})

// Catches `46 %` in English.
test('percentages are written as the language does', async () => {
  expect(formatPercent(46)).toBe('46%')
  await speakSpanish()
  expect(formatPercent(46)).toBe('46\u00a0%')
})
