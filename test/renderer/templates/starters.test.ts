import { expect, test } from 'vitest'
import { analyse } from '../../../renderer/views/templates/model/analyse.ts'
import { starters } from '../../../renderer/views/templates/model/starters/index.ts'
import { defaults, template } from './model/support.ts'

// Catches a starter that teaches what the studio itself warns of, or that prints braces to a reader.
test.each(starters)('the starter $id has no finding and fills in completely', async ({ template: fields }) => {
  const { problems, rendered } = await analyse(template(fields), defaults)
  expect(problems).toEqual([])
  expect(Object.values(rendered).join('\n')).not.toMatch(/\{\{|\}\}/)
  expect(new TextEncoder().encode(fields.htmlContent).length).toBeLessThan(102 * 1024)
  expect(fields.htmlContent).toContain('prefers-color-scheme: dark')
  expect(fields.textContent).toContain('{{unsubscribeUrl}}')
  expect(fields.textContent).not.toContain('<')
})

// Catches a starter that shadows another one in the chooser.
test('there are ten starters, each with a name of its own', () => {
  expect(new Set(starters.map(({ id }) => id)).size).toBe(10)
  expect(new Set(starters.map(({ template: { name } }) => name)).size).toBe(10)
})
