// What a browser fetches before the first view can be used.
import { gzipSync } from 'node:zlib'
import { endDesk, startDesk } from '../support/desk.ts'
import { launchBrowser } from '../support/browser.ts'
import type { Verdict } from './measure.ts'

export async function benchFirstLoad(): Promise<Verdict[]> {
  const desk = await startDesk()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const scripts = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        scripts.set(
          response.url(),
          response.body().then((body) => gzipSync(body).length),
        )
    })
    await page.goto(desk.url)
    await page.getByRole('navigation').first().waitFor()
    await page.locator('#view h2, #view h3, #view button').first().waitFor()
    page.removeAllListeners('response')
    const total = (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0)
    return [
      {
        name: 'initial JavaScript, gzipped / 300 KB',
        ratio: total / 300_000,
        bound: 1,
        keep: 'at most',
        note: `${(total / 1000).toFixed(0)} KB in ${scripts.size} files`,
      },
    ]
  } finally {
    await browser.close()
    await endDesk(desk)
  }
}
