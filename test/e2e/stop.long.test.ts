// Stop, from the live desk in a real browser, of an event whose credentials the desk no longer has, on a platform that lists them masked by the
// desk and keeps, clears or refuses what a command leaves out. What reached the platform is read past the desk, which masks what it reads.
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Json, JsonObject } from '#contract/json.ts'
import { formerMask, mask } from '#contract/mask.ts'
import { profileSecretFields } from '#contract/models.ts'
import type { DeskConnection } from '../support/desk.ts'
import { credentialRules, startTestPlatform, type CredentialRule } from '../support/rehearsal/platform.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const environment = 'rehearsal'
const update = 'PUT /api/video/event/update'
const provider = { providerName: 'Far stage', providerId: 'far-1' }
const credentials = Object.fromEntries(profileSecretFields.map((name) => [name, `${name}-of-the-far-stage-4f1c`]))
const cleared = Object.fromEntries(profileSecretFields.map((name) => [name, null]))

interface Open {
  connection: DeskConnection
  page: Page
  /** The event as the platform holds it, credentials and all. */
  stored: () => Promise<JsonObject | undefined>
}

const body = (streamId: Json): JsonObject => ({
  options: { ...provider, ...credentials, title: 'Late show' },
  details: { streamId, videoId: 'vid-far', title: 'Late show', started: false, paused: false, stopped: false },
})

async function settled(connection: DeskConnection, id: string): Promise<JsonObject> {
  await expect
    .poll(async () => (await connection.call('ledger.get', { id })).state, { timeout: 20_000 })
    .toBe('confirmed')
  return (await connection.call('ledger.get', { id })).answer as JsonObject
}

/** A desk on whose live page a new stream is chosen, with an event that was published by `publish`. */
async function openPublished(
  rule: CredentialRule,
  publish: (connection: DeskConnection, body: JsonObject) => Promise<string>,
): Promise<Open> {
  const platform = await startTestPlatform()
  onTestFinished(() => platform.close())
  platform.setCredentialRule(rule)
  const { connection, page } = await openDesk(['--environment', environment, '--base-url', platform.baseUrl])
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  const made = await connection.call('ledger.submit', {
    operation: 'POST /api/video/stream/create',
    body: { name: 'Far stream', channelId: 'chn_1' },
  })
  const answer = await settled(connection, made.id)
  const streamId = ((answer.data ?? answer) as JsonObject).id
  if (typeof streamId !== 'string') throw new Error('The stream that was made has no identifier.')
  await settled(connection, await publish(connection, body(streamId)))
  await connection.call('broadcast.choose', { environment, stream: { id: streamId, name: 'Far stream' } })
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  // Before the platform has listed it, it is another subject: what is armed then would be disarmed by the list.
  await page.locator('[data-destination="Far stage"]').getByText('Scheduled').waitFor()
  return {
    connection,
    page,
    async stored() {
      const response = await fetch(new URL('/api/video/details/all', platform.baseUrl), {
        headers: { 'x-service-api-key': 'rehearsal-key' },
      })
      const { data } = (await response.json()) as { data: { items: JsonObject[] } }
      return data.items.find(({ providerName }) => providerName === provider.providerName)
    },
  }
}

const transport = (page: Page, action: string) => page.locator(`[data-transport="${action}"]`)
async function fire(page: Page, action: string): Promise<void> {
  await transport(page, action).locator('[data-arm]').click()
  await transport(page, action).locator('[data-fire]').click()
}
const sent = async (connection: DeskConnection) =>
  (await connection.call('ledger.list', { limit: 50 })).items.filter(({ operation }) => operation === update)
const newestOptions = async (connection: DeskConnection) =>
  ((await sent(connection))[0]?.request.body as { options: JsonObject }).options
async function ended({ page, stored }: Open): Promise<void> {
  await expect.poll(async () => (await stored())?.status, { timeout: 30_000 }).toBe('ended')
  await page.locator('[data-panel="destinations"] [data-outcome="confirmed"]').waitFor({ timeout: 30_000 })
}

/** No mask stands in what the platform holds, nor in any request to it; secrets travel by reference. */
async function expectNoMask({ connection, stored }: Open): Promise<void> {
  for (const held of [await stored(), ...(await sent(connection)).map(({ request }) => request)]) {
    const text = JSON.stringify(held)
    expect(text).not.toContain(mask)
    expect(text).not.toContain(formerMask)
  }
}

const withInline = async (connection: DeskConnection, event: JsonObject): Promise<string> =>
  (await connection.call('ledger.submit', { operation: update, body: event })).id

// Catches the Stop that overwrote stored credentials with a mask and was confirmed, and the one that a platform's rule makes impossible.
journey.each(credentialRules)(
  'a stop of what was published with inline credentials passes where a platform says %s',
  async (rule) => {
    const open = await openPublished(rule, withInline)
    const { connection, page, stored } = open
    expect(await stored()).toMatchObject(credentials)

    const panel = page.locator('[data-withheld-of="Far stage"]')
    await panel.getByText('may keep or clear its stored values').waitFor()
    await panel.locator('[data-without="leave"]').click()
    await fire(page, 'start')
    if (rule === 'refuse') {
      await panel.getByText('The platform may then clear its stored values').waitFor()
      expect(await stored()).toMatchObject({ status: 'scheduled', ...credentials })
      // Somebody else, who has the credentials, starts it.
      const { options, details } = body((await stored())?.streamId ?? null) as {
        options: JsonObject
        details: JsonObject
      }
      await settled(connection, await withInline(connection, { options, details: { ...details, started: true } }))
      await page.locator('header [data-air="live"]').waitFor({ timeout: 30_000 })
      await fire(page, 'stop')
      await panel.locator('[data-without="null"]').waitFor()
      expect(await stored()).toMatchObject({ status: 'live', ...credentials })
      await panel.locator('[data-without="null"]').click()
    } else {
      await page.locator('header [data-air="live"]').waitFor({ timeout: 30_000 })
      expect(await stored()).toMatchObject({ status: 'live', ...(rule === 'keep' ? credentials : cleared) })
    }
    await fire(page, 'stop')
    await ended(open)
    expect(await stored()).toMatchObject(rule === 'keep' ? credentials : cleared)
    const options = await newestOptions(connection)
    // Once the platform has cleared them it lists null: they are not used any more.
    for (const name of profileSecretFields) expect(options[name]).toBe(rule === 'keep' ? undefined : null)
    await expectNoMask(open)
  },
)

// Catches a stop that needs the credentials of a draft that is no longer there.
journey.each(credentialRules)(
  'a stop passes after its draft was removed for good on air, where a platform says %s',
  async (rule) => {
    const drafts: string[] = []
    const open = await openPublished(rule, async (connection, event) => {
      const draft = await connection.call('drafts.save', {
        operation: update,
        title: 'Late show',
        environment,
        body: event,
      })
      drafts.push(draft.id)
      return (await connection.call('drafts.submit', { id: draft.id })).id
    })
    const { connection, page, stored } = open
    await fire(page, 'start')
    await page.locator('header [data-air="live"]').waitFor({ timeout: 30_000 })
    expect(await stored()).toMatchObject({ status: 'live', ...credentials })

    for (const id of drafts) await connection.call('drafts.remove', { id, forever: true })
    await fire(page, 'stop')
    if (rule === 'refuse') {
      await page.locator('[data-withheld-of="Far stage"] [data-without="null"]').click()
      await fire(page, 'stop')
    }
    await ended(open)
    expect(await stored()).toMatchObject(rule === 'keep' ? credentials : cleared)
    await expectNoMask(open)
  },
)
