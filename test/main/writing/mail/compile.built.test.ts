import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endDesk, root, startDesk } from '../../../support/desk.ts'

// Catches a bundle without the thread, without a part of MJML that is loaded on demand, or with one that was left out and is needed.
test('the built desk compiles MJML in its thread', async () => {
  expect(existsSync(join(root, 'out/main/mail-worker.js'))).toBe(true)
  const desk = await startDesk()
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  const { html, problems } = await connection.call('mail.compile', {
    mjml: `<mjml lang="en"><mj-head>
      <mj-title>Tonight</mj-title><mj-preview>Doors at 8</mj-preview><mj-include path="/etc/hosts" />
      <mj-style inline="inline">.loud { color: #ff0000 }</mj-style></mj-head><mj-body>
      <mj-section><mj-column>
        <mj-text><p class="loud">Hi {{name}}</p></mj-text><mj-button href="{{url}}">Watch</mj-button><mj-divider />
        <mj-image src="https://pic.example.org/a.png" alt="The stage" /><mj-spacer height="8px" /><mj-raw><!-- kept --></mj-raw>
      </mj-column></mj-section></mj-body></mjml>`,
  })
  expect(problems).toEqual([])
  for (const part of [
    '<title>Tonight</title>',
    'Doors at 8',
    'Hi {{name}}',
    'href="{{url}}"',
    'alt="The stage"',
    '<!-- kept -->',
  ])
    expect(html).toContain(part)
  expect(html).toMatch(/<p [^>]*style="color: #ff0000;"/)
  expect(html).not.toContain('localhost')
  expect(await connection.call('mail.compile', { mjml: 'hello' })).toEqual({
    problems: [{ message: expect.any(String) as string, tag: 'mjml' }],
  })
})
