// A page that shows the content of others must stay responsive, run none of it and contain no secret.
import type { Desk } from '../../support/desk.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface Watched {
  ran?: boolean
  longestGap?: number
  lastFrame?: number
}

/** Milliseconds for `work` on an idle machine. */
const workAtRestMs = 100
const work = (): number => {
  const from = performance.now()
  JSON.stringify(JSON.parse(`[${'{"a":[1,"b"]},'.repeat(100_000)}0]`))
  return performance.now() - from
}

/** The longest time between two frames of the page while `doing`, in milliseconds of a machine at rest: on one that is slower, or busy with others, a fixed piece of work is the measure. */
export async function longestGap(page: Page, doing: () => Promise<void>): Promise<number> {
  const before = await page.evaluate(work)
  await page.evaluate(() => {
    const watched = window as unknown as Watched
    const counted = watched.longestGap !== undefined
    watched.longestGap = 0
    watched.lastFrame = performance.now()
    if (counted) return
    const frame = (): void => {
      const now = performance.now()
      watched.longestGap = Math.max(watched.longestGap ?? 0, now - (watched.lastFrame ?? now))
      watched.lastFrame = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await doing()
  const gap = await page.evaluate(() => {
    const { longestGap: longest, lastFrame } = window as unknown as Watched
    return Math.max(longest ?? 0, performance.now() - (lastFrame ?? 0))
  })
  return gap / Math.max(1, before / workAtRestMs, (await page.evaluate(work)) / workAtRestMs)
}

/**
 * No content ran, became an element or reached a prototype, in the page or its workers, and the page did not grow
 * without bounds.
 */
export async function expectUnharmed(page: Page, name: string): Promise<void> {
  const prototype = (): string[] => Reflect.ownKeys(Object.prototype).map(String).sort()
  const clean = prototype()
  const found = await page.evaluate(() => ({
    ran: (window as unknown as Watched).ran,
    elements: document.querySelectorAll(
      'img[src="x"], svg[onload], [onerror], [onload], a[href^="javascript"], #view b',
    ).length,
    size: document.querySelectorAll('*').length,
    prototype: Reflect.ownKeys(Object.prototype).map(String).sort(),
  }))
  expect(found, name).toEqual({ ran: undefined, elements: 0, size: expect.any(Number) as number, prototype: clean })
  expect(found.size, name).toBeLessThan(6_000)
  for (const worker of page.workers()) expect(await worker.evaluate(prototype), name).toEqual(clean)
}

/** Searches every text that the page receives, from its next load on; answers what was found. */
export async function watchTexts(
  { watchTexts: ofApp }: Pick<Desk, 'watchTexts'>,
  page: Page,
  words: readonly string[],
): Promise<() => Promise<{ texts: number; found: string[] }>> {
  if (ofApp !== undefined) return ofApp(words)
  const seen = { texts: 0, found: [] as string[] }
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString()
      seen.texts += 1
      for (const word of words)
        if (text.includes(word))
          seen.found.push(text.slice(Math.max(0, text.indexOf(word) - 200), text.indexOf(word) + 200))
    }),
  )
  return () => Promise.resolve(seen)
}

/** The growth of a process's memory while `doing`, in bytes; undefined where the system does not say. */
export async function memoryGrowth(pid: number, doing: () => Promise<void>): Promise<number | undefined> {
  const told = `/proc/${pid}/status`
  const kept = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(told, 'utf8'))?.[1]) * 1024
  if (!existsSync(told)) {
    await doing()
    return undefined
  }
  const before = kept('VmRSS')
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await doing()
  return kept('VmHWM') - before
}
