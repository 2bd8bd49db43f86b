// The template studio as a creator uses it: a first mail, a template of another service, a test mail, and many files at once.
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { templateIn, templatesIn } from '../../renderer/views/templates/model/records.ts'
import type { Desk, DeskConnection } from '../support/desk.ts'
import { emailHtml } from '../renderer/templates/email-html.ts'
import { closeBrowser, noBrowser, openDesk, openView } from './page.ts'
import { layoutFaults } from './support/layout-probe.ts'
import { countPresses } from './support/presses.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

const create = 'POST /api/marketing/template/create'
const saved = (page: Page) => page.locator('[data-save="saved"]').first().waitFor()

/** What the platform has of a template that was confirmed. */
async function platformCopy(connection: DeskConnection, name: string): Promise<Record<string, unknown>> {
  const read = (operation: string, body: { id?: string }) => connection.call('platform.read', { operation, body })
  const { data } = await read('POST /api/marketing/template/all', {})
  const id = templatesIn(data).find((one) => one.name === name)?.id ?? `no ${name}`
  return templateIn((await read('POST /api/marketing/template/get', { id })).data, id) ?? {}
}

// Catches a first mail that needs code, a manual or patience.
journey('a first mail comes from a starter to Sent with at most 12 presses and without code', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Templates')
  const { pressed, click, key } = countPresses(page)
  await click(page.locator('[data-from-starter]').first(), 'open the starters')
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-starter]').first().waitFor()
  await click(dialog.locator('[data-starter="ticket"]'), 'choose Ticket')
  await click(dialog.locator('[data-create-from-starter]'), 'create it')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  // The subject has the focus, so that a person writes at once.
  await expect.poll(() => subject.evaluate((field) => field === document.activeElement)).toBe(true)
  await key('End', 'go to the end of the subject')
  await page.keyboard.type(', row 2')
  await saved(page)
  await page.locator('[data-send] [data-hash]').waitFor({ state: 'attached' })
  await key('Control+Enter', 'send')
  await dialog.locator('[data-confirm-hash]').waitFor()
  await expect.poll(() => dialog.locator('[data-send-problems]').textContent()).not.toContain('error')
  await click(dialog.locator('[data-confirm]'), 'confirm')
  await page.locator('[data-sent="confirmed"]').waitFor()

  expect(pressed.length, pressed.join(', ')).toBeLessThanOrEqual(12)
  const copy = await platformCopy(connection, 'Ticket')
  expect(copy['subject']).toBe('Your ticket for {{showName}}, row 2')
  expect(copy['htmlContent']).toContain('{{ticketNumber}}')
})

// Catches a bar of the frame that covers the foot of a long dialog, so that its button can't be pressed.
journey('the starter can be created in a narrow window too', async () => {
  const { page } = await openDesk([], { viewport: { width: 400, height: 800 } })
  await openView(page, 'Templates')
  await page.locator('[data-from-starter]').first().click()
  const button = page.locator('[data-create-from-starter]:not(:disabled)')
  await button.waitFor()
  const corners = () =>
    button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return [
        [left + 6, top + 6],
        [right - 6, bottom - 6],
      ].every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)))
    })
  await expect.poll(corners).toBe(true)
})

// Catches words for screen readers, or a list of the editor, that make the window higher than the screen: the caret's own
// scrolling then pushes the header with the button that sends out of sight, where no wheel brings it back.
journey('typing in a long template with many findings scrolls the editor alone', async () => {
  const { connection, page } = await openDesk([], { viewport: { width: 1440, height: 900 } })
  const draft = await connection.call('drafts.save', {
    operation: create,
    title: 'Long letter',
    body: { name: 'Long letter', subject: 'Tonight', htmlContent: emailHtml(60_000), textContent: '' },
  })
  await page.evaluate((id) => (location.hash = `#/templates?draft=${id}`), draft.id)
  await page.locator('[data-problem]').nth(20).waitFor({ state: 'attached' })
  await page.locator('.cm-content').first().click()
  await page.keyboard.type('many more words than a line of this editor has room for, and then a name {{fir')
  const offered = page.locator('.cm-tooltip-autocomplete')
  await offered.waitFor()
  const seen = await page.evaluate(() => {
    const outer: string[] = []
    for (let box = document.querySelector('.cm-scroller')?.parentElement; box; box = box.parentElement)
      if (box.scrollTop !== 0 || box.scrollLeft !== 0) outer.push(`${box.tagName} ${box.className}`)
    return { outer, window: document.documentElement.scrollHeight - innerHeight }
  })
  expect(seen).toEqual({ outer: [], window: 0 })
  await expect.poll(() => offered.evaluate((box) => box.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
})

// Catches tabs that have no room beside their numbers of findings in the longer words of another language.
journey('the tabs of a template with findings fit into a narrow window', async () => {
  const { connection, page } = await openDesk([], { viewport: { width: 360, height: 760 }, locale: 'es-ES' })
  const draft = await connection.call('drafts.save', {
    operation: create,
    title: 'Letter',
    body: { name: 'Letter', subject: 'Tonight', htmlContent: '<p>{{unknown}}'.repeat(12), textContent: '{{other}}' },
  })
  await page.evaluate((id) => (location.hash = `#/templates?draft=${id}`), draft.id)
  await page.getByRole('tab', { name: /\d\d problemas/ }).waitFor()
  expect(await layoutFaults(page)).toEqual([])
})

// Catches a person who moves in from another service and sends its merge tags to the readers as they are written.
journey('a template of another service is moved in, translated in the table and sent', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Templates')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await (await chooser).setFiles({ name: 'autumn.html', mimeType: 'text/html', buffer: Buffer.from(movedIn) })
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-import-new]').click()
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('[data-translate]').click()
  const table = dialog.locator('[data-tag-table]')
  for (const written of ['*|FNAME|*', '*|UNSUB|*', '%7B%7BticketUrl%7D%7D'])
    await table.getByText(written, { exact: true }).waitFor()
  await dialog.locator('[data-translate-apply]').click()
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('[data-merge-tags]').waitFor({ state: 'detached' })
  await saved(page)
  await page.locator('[data-send]').click()
  await dialog.locator('[data-confirm-hash]').waitFor()
  await dialog.locator('[data-confirm]').click()
  await page.locator('[data-sent="confirmed"]').waitFor()

  const copy = await platformCopy(connection, 'autumn')
  expect(copy['htmlContent']).toBe(
    movedIn
      .replaceAll('*|FNAME|*', '{{firstName}}')
      .replace('*|UNSUB|*', '{{unsubscribeUrl}}')
      .replace('%7B%7BticketUrl%7D%7D', '{{ticketUrl}}'),
  )
  expect(copy['subject']).toBe('Autumn letter')
  const names = (copy['variables'] as Array<{ name: string }>).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['firstName', 'ticketUrl', 'unsubscribeUrl'])
})

/** Saved by a browser; opened in the mail program by the app. */
async function testMail({ openedMail }: Desk, page: Page): Promise<Buffer> {
  if (openedMail !== undefined) {
    await page.getByRole('button', { name: 'Open test mail' }).click()
    await expect.poll(openedMail).toMatch(/\.eml$/)
    return readFileSync((await openedMail()) ?? '')
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save test mail' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.eml$/)
  const parts: Buffer[] = []
  for await (const part of await file.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

// Catches a test mail that other programs read differently from the preview, or that they refuse.
journey('the test mail that is saved from the preview says what the preview shows', async () => {
  const { desk, connection, page } = await openDesk()
  const draft = await connection.call('drafts.save', {
    operation: create,
    title: 'Evening',
    body: {
      name: 'Evening',
      subject: 'Heute, {{name}}: „Grüße“ & mehr',
      htmlContent: '<!doctype html><p>Hallo {{name}},</p><p>bis <b>{{time}}</b> 🎬</p>',
      textContent: 'Hallo {{name}},\n\nbis {{time}} 🎬\n',
      variables: [
        { name: 'name', type: 'text', defaultValue: 'Ö & Söhne' },
        { name: 'time', type: 'text', defaultValue: '20:45' },
      ],
      fromName: 'Studio für {{name}}',
      fromEmail: 'studio@example.org',
    },
  })
  await page.evaluate((id) => (location.hash = `#/templates?draft=${id}`), draft.id)
  await page.frameLocator('iframe[data-front="true"]').getByText('Hallo Ö & Söhne,').waitFor()
  const mail = await PostalMime.parse(await testMail(desk, page))

  expect(mail.headers.find(({ key }) => key === 'x-unsent')?.value).toBe('1')
  expect(mail.subject).toBe('Heute, Ö & Söhne: „Grüße“ & mehr')
  expect(mail.from?.address).toBe('studio@example.org')
  expect(mail.from?.name.trim()).toBe('Studio für Ö & Söhne')
  expect(mail.html?.trim()).toBe('<!doctype html><p>Hallo Ö &amp; Söhne,</p><p>bis <b>20:45</b> 🎬</p>')
  expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe('Hallo Ö & Söhne,\n\nbis 20:45 🎬')
  expect(mail.attachments).toEqual([])
})

// Catches an archive of which a part is dropped without a word.
journey('an archive of three files that is dropped lists what was understood and makes three drafts', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Templates')
  const archive = zipSync({
    'letters/morning.html': strToU8('<title>Good morning</title><p>Coffee at {{startTime}}.</p>'),
    'letters/evening.eml': strToU8(
      'Subject: Good evening\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Lights on.</p>\r\n',
    ),
    'night.json': strToU8(JSON.stringify({ Subject: 'Good night', HtmlBody: '<p>Lights off.</p>', TextBody: 'Off.' })),
  })
  await page.evaluate((encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'letters.zip', { type: 'application/zip' }))
    for (const name of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  }, Buffer.from(archive).toString('base64'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 of 3 can be imported.').waitFor()
  for (const name of ['letters/morning.html', 'letters/evening.eml', 'night.json'])
    await dialog.getByText(name).first().waitFor()
  await dialog.locator('[data-import-new]').click()
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(async () => (await connection.call('drafts.list', { limit: 10 })).items.map(({ title }) => title).toSorted())
    .toEqual(['evening', 'morning', 'night'])
  const { items } = await connection.call('drafts.list', { limit: 10 })
  const bodies = await Promise.all(items.map(async ({ id }) => (await connection.call('drafts.get', { id })).body))
  const subjects = bodies.map((body) => (body as { subject: string }).subject)
  expect(subjects.toSorted()).toEqual(['Good evening', 'Good morning', 'Good night'])
})

const movedIn = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Autumn letter</title></head>
<body>
<p>Hello *|FNAME|*, the autumn season begins.</p>
<p><a href="https://tickets.example.org/?to=%7B%7BticketUrl%7D%7D">Your ticket, *|FNAME|*</a></p>
<p><a href="*|UNSUB|*">Unsubscribe</a></p>
</body>
</html>
`
