import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { emptyTemplate } from '../../../../renderer/views/templates/model/body.ts'
import { testMail } from '../../../../renderer/views/templates/model/test-mail.ts'

const variables = [{ name: 'who', type: 'string', defaultValue: 'Zoë & <b>' }]
const defaults = { set: 'defaults', custom: '' } as const
const at = Date.UTC(2026, 10, 23, 12)

// Readers of a test mail would see placeholders, broken characters or another sender than the audience does.
test('a test mail is filled in and read by a MIME parser', async () => {
  const subject = `Hi {{who}}, ${'👨‍👩‍👧‍👦 山田 '.repeat(20)}end`
  const { name, text } = testMail(
    {
      ...emptyTemplate(),
      name: 'Going live',
      variables,
      subject,
      htmlContent: `<p>Hi {{who}}</p>\r\n<p>{{other}} ${'x'.repeat(2000)}</p>`,
      textContent: 'Hi {{who}}\n.\nFrom me',
      fromName: '{{who}} (Show)',
      fromEmail: 'show@example.org',
      replyTo: 'reply@example.org',
    },
    defaults,
    at,
  )
  expect(name).toBe('Going-live.test.eml')
  expect(text.split('\r\n').every((line) => line.length <= 98)).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const mail = await PostalMime.parse(text)
  expect(mail.headers.find(({ key }) => key === 'x-unsent')?.value).toBe('1')
  expect(mail.subject).toBe(subject.replace('{{who}}', 'Zoë & <b>'))
  expect(mail.html?.trimEnd()).toBe(`<p>Hi Zoë &amp; &lt;b&gt;</p>\r\n<p>{{other}} ${'x'.repeat(2000)}</p>`)
  expect(mail.text?.trimEnd()).toBe('Hi Zoë & <b>\n.\nFrom me')
  expect(mail.from?.address).toBe('show@example.org')
  expect(mail.from?.name.trim()).toBe('Zoë & <b> (Show)')
  expect(mail.replyTo?.[0]?.address).toBe('reply@example.org')
  expect(Date.parse(mail.date ?? '')).toBe(at)
})

// A line break in a field would add a header, such as another recipient.
test('no field adds a header', async () => {
  const evil = 'a\r\nBcc: all@example.org\r\n\r\nbody'
  const template = {
    ...emptyTemplate(),
    subject: evil,
    fromName: evil,
    fromEmail: `x@example.org\r\nBcc: y@example.org`,
  }
  const mail = await PostalMime.parse(testMail({ ...template, textContent: 'Text' }, defaults, at).text)
  expect(mail.bcc).toBeUndefined()
  expect(mail.from).toBeUndefined()
  expect(mail.text?.trim()).toBe('Text')
})
