// usage: node tmp-shot.ts name=hash@WxH[@light] ...
import { launchBrowser } from '../support/browser.ts'
import { startDesk, endDesk } from '../support/desk.ts'
const desk = await startDesk({})
const browser = await launchBrowser()
const page = await (
  await browser.newContext({
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    ...(process.env.FORCED ? { forcedColors: 'active' } : {}),
  })
).newPage()
await page.goto(desk.url)
await page.getByRole('navigation').first().waitFor()
for (const arg of process.argv.slice(2)) {
  const [name, rest] = arg.split('::')
  const [hash, size, theme] = rest!.split('@')
  const [w, h] = size!.split('x').map(Number)
  await page.setViewportSize({ width: w!, height: h! })
  await page.emulateMedia({ colorScheme: theme === 'light' ? 'light' : 'dark' })
  await page.evaluate((x) => (location.hash = x), '#/' + hash)
  await page.waitForTimeout(900)
  if (process.env.EVAL) console.log(name, JSON.stringify(await page.evaluate(process.env.EVAL)))
  await page.screenshot({ path: `/tmp/shots/${name}.png` })
}
await browser.close()
await endDesk(desk)
