import { expect, test } from 'vitest'
import { compileMjml } from '../../../../main/writing/mail/compile.ts'

const mail = (column: string, head = '') =>
  `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${column}</mj-column></mj-section></mj-body></mjml>`

// Catches a compiler that fills in, escapes or drops what the platform fills in.
test('what stands between the tags comes out as it is', async () => {
  const { html, problems } = await compileMjml(
    mail('<mj-text>Hi {{name}} {{#each x}}<b>x</b>{{/each}} *|FNAME|*</mj-text><mj-raw><p   a=b>{{x}}</p></mj-raw>'),
  )
  expect(html).toContain('>Hi {{name}} {{#each x}}<b>x</b>{{/each}} *|FNAME|*<')
  expect(html).toContain('<p   a=b>{{x}}</p>')
  expect(problems).toEqual([])
})

// Catches a template from a stranger that reads files of this machine.
test('an include reads no file', async () => {
  const { html } = await compileMjml(
    mail('<mj-include path="/etc/hosts" />', '<mj-include path="/etc/passwd" type="css" />'),
  )
  expect(html).not.toMatch(/root:|localhost/)
})

// Catches a text that is taken for a mail, and an unknown tag that vanishes without a word.
test('what is not MJML is said', async () => {
  expect(await compileMjml('hello')).toEqual({ problems: [{ message: expect.any(String) as string, tag: 'mjml' }] })
  const { problems } = await compileMjml(mail('<mj-foo />'))
  expect(problems).toEqual([{ message: expect.stringContaining('mj-foo') as string, tag: 'mj-foo', line: 1 }])
})

// Catches a short text that becomes a mail of many megabytes, which every later step would copy.
test('a mail that is too long is not passed on', async () => {
  const { html, problems } = await compileMjml(mail(`<mj-raw>${'x'.repeat(4_000_000)}</mj-raw>`))
  expect(html === undefined).toBe(true)
  expect(problems).toEqual([{ message: expect.stringContaining('4 million') as string, tag: 'mjml' }])
})
