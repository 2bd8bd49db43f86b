import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Findings of axe, best practices included, a line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(where: Document, options: RunOptions): Promise<AxeResults> } }).axe.run(
      document,
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: { 'label-content-name-mismatch': { enabled: true } },
      },
    ),
  )
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .join(' | ')
        .slice(0, 400)}`,
  )
}
