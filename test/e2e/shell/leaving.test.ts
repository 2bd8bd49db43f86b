// What is left when a person closes the app, or main is killed, right after typing.
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDesk, temporaryProfile, type DeskConnection } from '../../support/desk.ts'
import { joinPage, startShellDesk } from '../../support/electron/desk.ts'
import { noBrowser } from '../page.ts'

vi.setConfig({ testTimeout: 180_000 })
const shell = test.skipIf(noBrowser)
const letter = {
  operation: 'POST /api/marketing/template/create',
  title: 'Letter',
  body: { name: 'Letter', subject: 'Old', htmlContent: '<p>One</p>', textContent: '' },
} as const

async function open(profile = temporaryProfile()) {
  const desk = await startShellDesk({ profile, args: [], env: {} })
  onTestFinished(async () => {
    await desk.stop()
    await rm(join(profile, '..'), { recursive: true, force: true, maxRetries: 20 })
  })
  const { page, close } = await joinPage(desk)
  onTestFinished(close)
  page.setDefaultTimeout(30_000)
  // Without a listener the driver lets a page go that wants to stay.
  page.on('dialog', () => undefined)
  await page.getByRole('navigation').first().waitFor()
  return { desk, page, connection: await connectDesk(desk.client) }
}

const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' })

/** A draft on screen, with text that was typed this moment. */
async function typing(page: Page, connection: DeskConnection): Promise<string> {
  const { id } = await connection.call('drafts.save', letter)
  await page.evaluate((to) => void (location.hash = to), `#/templates?draft=${id}`)
  await subject(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Typed last')
  return id
}

// Catches words that are lost because a person closes the window, or quits, right after typing them.
shell.each(['closeWindow', 'quit'] as const)('%s keeps what was typed last', async (way) => {
  const { desk, page, connection } = await open()
  const id = await typing(page, connection)
  desk.ask(way).catch(() => undefined)
  await expect.poll(() => desk.child.exitCode).toBe(0)
  const again = await open(desk.profile)
  expect((await again.connection.call('drafts.get', { id })).body).toMatchObject({ subject: 'Typed last' })
})

// Catches a quit that throws words away because they could not be saved, and a desk that can never be left after it.
shell('a quit waits for what could not be saved', async () => {
  const { desk, page, connection } = await open()
  const id = await typing(page, connection)
  await page.locator('[data-save="saved"]').first().waitFor()
  const { revision } = await connection.call('drafts.get', { id })
  // A script changes the same draft meanwhile: only a person can say what is kept.
  await connection.call('drafts.save', { ...letter, id, baseRevision: revision })
  await page.keyboard.type(' and mine')
  const conflict = page.locator('[data-changed-elsewhere]')
  await conflict.waitFor()
  await desk.ask('quit')
  await expect.poll(() => desk.log()).toContain('a page could not save what was typed')
  expect(await subject(page).inputValue()).toContain('mine')
  await conflict.getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
  await page.locator('[data-save="saved"]').first().waitFor()
  desk.ask('quit').catch(() => undefined)
  await expect.poll(() => desk.child.exitCode).toBe(0)
})

// Catches a draft that has to be looked for after main was killed in a show.
shell('after kill -9 of main in a show the desk opens on the same draft', async () => {
  const { desk, page, connection } = await open()
  await connection.call('show.enter', { title: 'Goes on' })
  const id = await typing(page, connection)
  await page.locator('[data-save="saved"]').first().waitFor()
  await desk.kill()
  const again = await open(desk.profile)
  await expect.poll(() => subject(again.page).inputValue()).toBe('Typed last')
  expect(again.page.url()).toContain(`#/templates?draft=${id}`)
})
