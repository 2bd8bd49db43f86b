import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Findings of axe, best practices included, a line each; colours are judged when their transitions have ended. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await frame()
    await frame()
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
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
