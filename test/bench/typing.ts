// Typing into a 300 KB HTML part with lint, autosave and preview at work: no task may take over 50 ms of the page's thread.
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk } from '../support/desk.ts'
import { emailHtml } from '../renderer/templates/email-html.ts'
import { longestTask } from './longest-task.ts'
import { median, type Verdict } from './measure.ts'

const keys = 120
const ownThread = 'typing'

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
    const session = await page.context().newCDPSession(page)
    const type = async (): Promise<void> => {
      await page.evaluate((mark) => void performance.mark(mark), ownThread)
      for (let n = 0; n < keys; n += 1) {
        await page.keyboard.type(n % 7 === 6 ? ' ' : 'abcdef'.charAt(n % 6))
        await page.waitForTimeout(40)
      }
      await page.waitForTimeout(1_500)
    }
    const runs: number[] = []
    for (let run = 0; run < 3; run += 1) runs.push(await longestTask(session, type, ownThread))
    return [
      {
        name: 'longest task while typing in 300 KB / 50 ms',
        ratio: median(runs) / 50,
        bound: 1,
        keep: 'at most',
        note: `the thread's own time: ${runs.map((ms) => ms.toFixed(0)).join(', ')} ms`,
      },
    ]
  } finally {
    await browser.close()
    await endDesk(desk)
  }
}
