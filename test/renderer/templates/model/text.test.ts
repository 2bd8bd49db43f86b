import { expect, test } from 'vitest'
import { scanHtml } from '../../../../renderer/views/templates/model/html-scan.ts'
import { linksIn } from '../../../../renderer/views/templates/model/links.ts'
import { findPlaceholders } from '../../../../renderer/views/templates/model/placeholders.ts'
import { textFromHtml } from '../../../../renderer/views/templates/model/text.ts'
import { emailHtml, newsletter, receipt } from '../email-html.ts'

// Capitals or a line break inside braces turn a placeholder into something that nobody fills in; a preheader is not meant to be read twice.
test('text of a newsletter', async () => {
  expect(await textFromHtml(newsletter())).toBe(`{{show_title}}

{{show_title}}

Hello {{first_name}},
the show begins on {{show_date}} — don’t miss the first song & the raffle.

Watch the show ({{watch_url}})

Line-up

 * Opening
 * Interview
 * Live set

Tickets are free.

You get this because you follow the show. Change what we send (https://example.org/settings?user={{user_id}}&list=1)
`)
})

// Cells run together make prices unreadable.
test('a table of data keeps its columns', async () => {
  expect(await textFromHtml(receipt())).toBe(`Thank you, {{name}}.

Item                Price
Ticket “{{show}}”   12.00
Support             {{amount}}

Questions? help@example.org
`)
})

// Every placeholder that a reader of the HTML sees must be in the text, as it was written.
test('placeholders come through', async () => {
  const html = emailHtml(40_000)
  const names = (text: string) => findPlaceholders(text).placeholders.map(({ name }) => name)
  const visible = html.replace(
    /<title>.*<\/title>|<!--\[if mso\]>[^]*?<!\[endif\]-->|<div style="display:none[^]*?<\/div>/g,
    '',
  )
  expect(names(await textFromHtml(visible))).toEqual(names(visible))
  expect(await textFromHtml('<h2>{{ A.b-c }}</h2><th>{{x}}</th>')).toContain('{{ A.b-c }}')
  expect(await textFromHtml('')).toBe('')
})

// Nesting that overflows the stack must not end the analysis.
test('survives bottomless nesting', async () => {
  expect(await textFromHtml(`${'<div><table><tr><td>'.repeat(3000)}x`)).toBe('...\n')
})

// The list is beside a preview in which nothing can be clicked: a link it leaves out can't be checked.
test('links with their words', () => {
  const html =
    '<a name="x">no</a><a href="https://example.org/?a=1&amp;b={{id}}">See <b>t</b>his<br>now <img src="x" alt="{{who}}"></a><map><area href="/b" alt="B"></map><a href="#"></a><a href="c">open'
  expect(
    linksIn(
      scanHtml(html),
      new Map([
        ['id', '<7>'],
        ['who', 'Ann'],
      ]),
    ),
  ).toEqual([
    { href: 'https://example.org/?a=1&b=<7>', text: 'See this now Ann', from: 18 },
    { href: '/b', text: 'B', from: html.indexOf('<area') },
    { href: '#', text: '', from: html.indexOf('<a href="#"') },
    { href: 'c', text: 'open', from: html.indexOf('<a href="c"') },
  ])
})

// Catches the banner of a mail whose words and address become one dead link.
test('a linked picture keeps its words and its address apart', async () => {
  const banner = '<a href="https://watch.example.org/tonight"><img src="x" alt="Watch tonight"></a>'
  expect(await textFromHtml(banner)).toBe('Watch tonight (https://watch.example.org/tonight)\n')
})

// Catches spacing for mail programs that a reader of the text meets as empty lines, and an address that is code.
test('padding and scripts leave nothing behind', async () => {
  const html = `<div style="max-height:0;overflow:hidden">Preview${'&nbsp;&zwnj;'.repeat(40)}</div>
    <p>Tonight${'&#847;&zwnj;&nbsp;'.repeat(20)}</p>
    <table role="presentation"><tr><td>&nbsp;</td></tr><tr><td>Doors at 20:00</td></tr><tr><td>&nbsp;</td></tr></table>
    <p><a href="javascript:alert(1)">Press</a> 10&nbsp;EUR</p>`
  expect(await textFromHtml(html)).toBe('Tonight\n\nDoors at 20:00\n\nPress 10\u00a0EUR\n')
})
