// Links from outside reach the page of the built shell, and never more than open a form.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShell, type Shell } from '../../../support/electron/shell.ts'

const link = (key: string, more = '') => `showdesk://operation/${encodeURIComponent(key)}${more}`
const channel = 'showdesk:event'
let desk: Shell
const sent = async (event: string) =>
  (await desk.ask('sent'))
    .filter(([where, name]) => where === channel && name === event)
    .map(([, , payload]) => payload)

beforeAll(async () => {
  desk = await startShell({ args: [link('GET /api/team/general/all')] })
})
afterAll(() => desk.dispose())

describe('a link from outside', () => {
  // Catches a link that started the desk and came before the page could hear it.
  it('of the start waits for the page', async () => {
    expect(await sent('desk.link')).toEqual([])
    await desk.ask('emitPage', 'did-finish-load')
    await expect.poll(() => sent('desk.link')).toEqual([{ operation: 'GET /api/team/general/all', request: {} }])
  })

  // Catches a link that opens a second desk, or stays in a window behind others.
  it('of a second start opens in the window that is there', async () => {
    const before = (await desk.ask('windows'))[0]?.focused ?? 0
    await desk.ask('emitApp', 'second-instance', [
      'showdesk',
      '--flag',
      link('POST /api/payment/charge/refund', '?request=%7B%22body%22%3A%7B%22id%22%3A%22ch_1%22%7D%7D'),
    ])
    await expect
      .poll(() => sent('desk.link'))
      .toContainEqual({ operation: 'POST /api/payment/charge/refund', request: { body: { id: 'ch_1' } } })
    expect((await desk.ask('windows'))[0]?.focused).toBeGreaterThan(before)
    expect(await desk.ask('windows')).toHaveLength(1)
  })

  // Catches a link that sends, and one whose refusal nobody sees.
  it('that asks to send is refused in words', async () => {
    await desk.ask('emitApp', 'open-url', link('POST /api/payment/charge/refund', '?send=1'))
    await expect
      .poll(() => sent('desk.notice'))
      .toContainEqual(
        expect.objectContaining({ code: 'link_refused', facts: { reason: 'link_refused', why: 'more_than_open' } }),
      )
    expect(await desk.ask('ask', 'own', 'showdesk:request', 'ledger.list', { limit: 10 })).toMatchObject({
      ok: true,
      data: { items: [] },
    })
    expect(await sent('desk.link')).toHaveLength(2)
  })

  // Catches a development start that takes the scheme for a bare Electron.
  it('is registered for the packaged app alone', async () => {
    expect(await desk.ask('calls', 'app.setAsDefaultProtocolClient')).toEqual([])
  })
})

describe('a profile file from outside', () => {
  const urls = async () => (await desk.ask('windows'))[0]?.urls.slice(1)
  const importing = 'app://desk/#/settings#move'

  // Catches a file that a person opened and that leads nowhere, and any other file that leads away.
  it('leads to where it is imported', async () => {
    await desk.ask('emitApp', 'second-instance', ['showdesk', '/home/own/other.jsonl'])
    await desk.ask('emitApp', 'second-instance', ['showdesk', 'file:///home/own/showdesk-profile-2026-11-23.jsonl'])
    await expect.poll(urls).toEqual([importing])
    await desk.ask('emitApp', 'open-file', String.raw`C:\own\showdesk-profile-2026-11-23.jsonl`)
    await expect.poll(urls).toEqual([importing, importing])
  })

  // Catches a show that vanishes from the screen because somebody opened a file.
  it('leads nowhere during a show', async () => {
    await desk.ask('ask', 'own', 'showdesk:request', 'show.enter', { title: 'Tonight' })
    const before = (await desk.ask('windows'))[0]?.focused ?? 0
    await desk.ask('emitApp', 'open-file', '/home/own/showdesk-profile-2026-11-23.jsonl')
    await expect.poll(async () => (await desk.ask('windows'))[0]?.focused).toBeGreaterThan(before)
    await desk.ask('ask', 'own', 'showdesk:request', 'show.get', {})
    expect(await urls()).toHaveLength(2)
  })
})
