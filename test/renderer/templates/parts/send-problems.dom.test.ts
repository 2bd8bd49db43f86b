import { expect, test } from 'vitest'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import type { Template } from '../../../../renderer/views/templates/model/types.ts'
import SendProblems from '../../../../renderer/views/templates/parts/SendProblems.vue'
import { mountOnDesk } from '../../support/mount.ts'
import { template } from '../fixtures.ts'

const shown = async (change: Partial<Template>, current = true): Promise<string> => {
  const analysis = await analyse(template(change), { set: 'defaults', custom: '' })
  const { wrapper } = await mountOnDesk(SendProblems, { analysis, current })
  return wrapper.text().replace(/\s+/g, ' ')
}

// A number alone, or nothing, let a misspelt name go out to everybody.
test('what is wrong is listed by name with its places, and sending is asked', async () => {
  const text = await shown({
    subject: 'Tonight, {{fristName}}',
    htmlContent: '<p>Hello {{fristName}}, *|LNAME|*</p>',
    fromName: '{{hots}} Show',
    textContent: 'x',
  })
  expect(text).toContain('4 errors in this template')
  expect(text).toContain('There is no variable named fristName. Subject 1:10, HTML 1:10')
  expect(text).toContain('There is no variable named hots. Sender name')
  expect(text).toContain('*|LNAME|* is a merge tag of Mailchimp.')
  expect(text).toContain('Send it with these errors?')
})

// A list of the state before the last key would be a claim about what is sent now.
test('nothing is claimed while the last change is being checked', async () => {
  const text = await shown({ subject: '{{fristName}}' }, false)
  expect(text).toBe('Checking your last change…')
})

// A dialog that asks about nothing is soon confirmed without reading.
test('a template without errors is not asked about', async () => {
  expect(
    await shown({
      htmlContent: '<p>Hello {{firstName}}</p><a href="mailto:x@x.example?subject=unsubscribe">Unsubscribe</a>',
      textContent: 'Hello',
    }),
  ).toBe('')
})
