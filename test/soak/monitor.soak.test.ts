// A healthy programme for ten minutes: the monitor has nothing to say of it, and keeps nothing of what it played.
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { closeBrowser, noBrowser, openDesk } from '../e2e/page.ts'
import { makeScenes, noFfmpeg, serveProgram } from '../support/hls.ts'

const minutes = 10
const environment = 'rehearsal'

afterAll(closeBrowser)

// Catches an alarm for no reason, which teaches people to look away, and a player that falls behind or stops.
test.skipIf(noBrowser || noFfmpeg)(
  `a healthy programme raises nothing in ${minutes} minutes`,
  { timeout: (minutes + 5) * 60_000 },
  async () => {
    const program = await serveProgram(await makeScenes())
    onTestFinished(() => program.close())
    const { connection, page } = await openDesk()
    await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
    await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
    await connection.call('monitor.set', { environment, address: program.address })
    await page.locator('[data-open-monitor]').click()
    await expect.poll(() => page.locator('[data-monitor-state]').textContent()).toBe('Picture and sound')
    const raised: string[] = []
    void connection.next('alarms.changed').then(({ alarms }) => raised.push(...alarms.map(({ code }) => code)))
    await page.evaluate(() => {
      const states = new Set<string>()
      Object.assign(window, { states })
      setInterval(() => {
        const monitor = document.querySelector<HTMLElement>('[data-monitor]')
        states.add(`${monitor?.dataset['state']} ${monitor?.querySelector('[data-monitor-state]')?.textContent}`)
      }, 200)
    })
    const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    const begun = await position()
    await expect
      .poll(position, { timeout: (minutes + 3) * 60_000, interval: 5_000 })
      .toBeGreaterThan(begun + minutes * 60)
    const states = await page.evaluate(() => [...(window as unknown as { states: Set<string> }).states])
    expect({ raised, states }).toEqual({ raised: [], states: ['good Picture and sound'] })
  },
)
