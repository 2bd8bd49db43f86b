// Typing into a 300 KB HTML part with lint, autosave and preview at work: no frame may take over 50 ms of them.
import type { Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk } from '../support/desk.ts'
import { emailHtml } from '../renderer/templates/email-html.ts'
import type { Verdict } from './measure.ts'

const keys = 120

declare global {
  interface Window {
    longest: { task: number; frame: number }
  }
}

export async function benchTyping(): Promise<Verdict[]> {
  const desk = await startDesk()
  const browser = await launchBrowser()
  try {
    const connection = await desk.connect()
    const draft = await connection.call('drafts.save', {
      operation: 'POST /api/marketing/template/create',
      title: 'Long letter',
      body: { name: 'Long letter', subject: 'Tonight', htmlContent: emailHtml(300 * 1024), textContent: '' },
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(desk.url)
    await page.getByRole('navigation').first().waitFor()
    await page.evaluate((id) => (location.hash = `#/templates?draft=${id}`), draft.id)
    await page.locator('.cm-content').first().waitFor()
    await page.waitForTimeout(3_000)
    await page.locator('.cm-content').first().click()
    await watch(page)
    for (let n = 0; n < keys; n += 1) {
      await page.keyboard.type(n % 7 === 6 ? ' ' : 'abcdef'.charAt(n % 6))
      await page.waitForTimeout(40)
    }
    await page.waitForTimeout(1_500)
    const longest = await page.evaluate(() => window.longest)
    return [
      {
        name: 'longest task while typing in 300 KB / 50 ms',
        ratio: longest.task / 50,
        bound: 1.25,
        keep: 'at most',
        note: `task ${longest.task.toFixed(0)} ms, frame ${longest.frame.toFixed(0)} ms`,
      },
    ]
  } finally {
    await browser.close()
    await endDesk(desk)
  }
}

/** The browser reports tasks of the page's thread over 50 ms; shorter ones count as nothing. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longest = { task: 0, frame: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longest.task = Math.max(window.longest.task, entry.duration)
    }).observe({ type: 'longtask', buffered: false })
    let last = performance.now()
    const frame = () => {
      const now = performance.now()
      window.longest.frame = Math.max(window.longest.frame, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}
