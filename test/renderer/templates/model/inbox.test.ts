import { expect, test } from 'vitest'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import { cut, firstText, inboxRow } from '../../../../renderer/views/templates/model/inbox.ts'
import { defaults, template } from './support.ts'

// A cut through an emoji shows a broken sign that no mail program shows.
test('cuts between characters as a reader counts them', () => {
  expect(cut('Tonight', 7)).toBe('Tonight')
  expect(cut('Tonight  at\n nine', 10)).toBe('Tonight a…')
  expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 2)).toBe('👨‍👩‍👧‍👦…')
})

// A line that shows more than a phone does lets the important word stand where nobody sees it.
test('a phone cuts each line, a desktop the line that subject and preview text share', () => {
  const row = { sender: 's'.repeat(60), subject: 'a'.repeat(70), preview: 'p'.repeat(300) }
  const phone = inboxRow(row, 'phone')
  expect([phone.sender.length, phone.subject.length, phone.preview.length]).toEqual([26, 38, 88])
  const desktop = inboxRow(row, 'desktop')
  expect(desktop.subject).toBe(row.subject)
  expect(desktop.subject.length + desktop.preview.length).toBe(118)
  expect(inboxRow({ ...row, subject: '' }, 'desktop').preview).toHaveLength(118)
})

// Style sheets, titles and padding are not what a list shows; hidden text and alternative texts are.
test('the first text of a message', () => {
  expect(
    firstText(
      '<html><head><title>Title</title><style>p{}</style></head><body><div style="display:none">Pre&shy;header&nbsp;&zwnj;&nbsp;&zwnj;</div>' +
        '<!-- comment --><img alt="Ban&amp;ner"><p>We are <b>li</b>ve</p><p>Now</p></body></html>',
    ),
  ).toBe('Preheader Ban&ner We are live Now')
  expect(firstText(`<p>${'word '.repeat(100_000)}</p>`)).toHaveLength(200)
  expect(firstText('')).toBe('')
})

// The line would show a placeholder, or text beside a preview text that hides it.
test('an analysis has it filled in, only where there is no preview text', async () => {
  const one = { htmlContent: '<p>Hi {{who}}</p>', variables: [{ name: 'who', type: 'text', defaultValue: 'Zoë' }] }
  expect((await analyse(template(one), defaults)).rendered.firstText).toBe('Hi Zoë')
  const both = await analyse(template({ ...one, previewText: 'Soon' }), defaults)
  expect(both.rendered.firstText).toBeUndefined()
})
