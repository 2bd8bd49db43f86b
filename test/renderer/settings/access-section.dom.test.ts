import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test, vi } from 'vitest'
import { commandNames } from '#contract/access-kinds.ts'
import type { AccessState } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import AccessSection from '../../../renderer/views/settings/parts/AccessSection.vue'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'
import { sampleGrants } from '../support/sample-access.ts'

const copied: string[] = []
beforeEach(() => {
  copied.length = 0
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
  return () => vi.restoreAllMocks()
})

const opened = (prepare?: (bridge: MemoryBridge) => void) =>
  mountOnDesk(AccessSection, {}, prepare === undefined ? {} : { prepare })
const withState = (state: Partial<AccessState>) =>
  opened((bridge) => bridge.answer('access.get', () => ({ on: true, port: 41_234, grants: sampleGrants(), ...state })))
const called = (bridge: MemoryBridge, method: string) =>
  bridge.requests.filter((one) => one.method === method).map(({ params }) => params)
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')

async function press(selector: string): Promise<void> {
  const button = document.querySelector<HTMLElement>(selector)
  if (button === null) throw new Error(`There is no ${selector}`)
  button.click()
  await flushPromises()
}
async function pressNamed(text: string, within: ParentNode = document): Promise<void> {
  const button = [...within.querySelectorAll('button')].find((one) => one.textContent.trim().endsWith(text))
  if (button === undefined) throw new Error(`There is no button ${text}`)
  button.click()
  await flushPromises()
}

// Catches a switch that does not say who gets in, or that lets somebody in before a person said so.
test('the switch says who can connect, and asks for nothing by itself', async () => {
  const { wrapper, bridge } = await withState({ on: false, port: null, grants: [] })
  expect(wrapper.text()).toContain('only programs on this computer can')
  expect(wrapper.text()).toContain('Switch this on to choose a port')
  expect(wrapper.find('[data-new-access]').attributes('disabled')).toBeDefined()
  expect(called(bridge, 'access.switch')).toEqual([])
  await wrapper.find('[data-access-switch] button, button[data-access-switch]').trigger('click')
  await flushPromises()
  expect(called(bridge, 'access.switch')).toEqual([{ on: true }])
})

// Catches a switch that silently empties overlays during a show.
test('switching off names those that are connected and waits', async () => {
  const { wrapper, bridge } = await opened()
  await wrapper.find('[data-access-switch] button, button[data-access-switch]').trigger('click')
  await flushPromises()
  expect(dialog()?.textContent).toContain('These are connected now: Live dock.')
  expect(called(bridge, 'access.switch')).toEqual([])
  await press('[role="dialog"] [data-confirm]')
  expect(called(bridge, 'access.switch')).toEqual([{ on: false }])
})

// Catches a taken port that looks like an access that works, or a fault without a way out.
test('a taken port is named, with the way to another one', async () => {
  const { wrapper, bridge } = await withState({ fault: 'port_taken' })
  expect(wrapper.find('[data-fault]').text()).toContain('Another program uses port 41234')
  await press('[data-other-port]')
  expect(dialog()?.textContent).toContain('The addresses of 4 accesses stop working')
  expect(called(bridge, 'access.port')).toEqual([])
  await press('[role="dialog"] [data-confirm]')
  expect(called(bridge, 'access.port')).toEqual([{ port: null }])
})

// Catches an address that is copied with the port of one start alone, and dies with it.
test('a start at another port is told, and addresses name the port that stays', async () => {
  const { wrapper } = await withState({ address: 'http://127.0.0.1:9123' })
  expect(wrapper.find('[data-other-run]').text()).toContain('This time Showdesk runs at port 9123')
  await press('[data-new-access]')
  await press('[data-make]')
  await press('[data-show-secret]')
  expect(dialog()?.querySelector('[data-secret]')?.textContent).toContain('http://127.0.0.1:41234/dock/live')
  const usual = await opened()
  expect(usual.wrapper.find('[data-other-run]').exists()).toBe(false)
})

// Catches two accesses of one name, of which nobody knows which to revoke.
test('the name that is offered is one that no other access has', async () => {
  const { bridge } = await opened()
  await press('[data-new-access]')
  await press('[data-make]')
  expect(called(bridge, 'access.grant')).toMatchObject([{ name: 'Live dock 2' }])
})

// Catches a port outside of what programs may use, and addresses that die without a warning.
test('another port is checked and confirmed', async () => {
  const { wrapper, bridge } = await opened()
  await press('[data-change-port]')
  const field = wrapper.find('[data-port-field] input, input[data-port-field]')
  await field.setValue('80')
  await wrapper.find('form').trigger('submit')
  expect(wrapper.text()).toContain('Enter a number from 1024 to 65535')
  await field.setValue('43210')
  await wrapper.find('form').trigger('submit')
  await flushPromises()
  expect(dialog()?.textContent).toContain('Change the port to 43210?')
  await press('[role="dialog"] [data-confirm]')
  expect(called(bridge, 'access.port')).toEqual([{ port: 43_210 }])
  expect(wrapper.find('[data-port]').text()).toContain('43210')
})

// Catches a list that names scopes of the program instead of what an access can do, and one that never says whether it is used.
test('each access says what it may, where, and when it was seen', async () => {
  const { wrapper } = await opened()
  const row = (id: string) => wrapper.find(`[data-grant="${id}"]`).text().replaceAll(/\s+/g, ' ')
  expect(row('grant-dock')).toMatch(/Live dock.*Rehearsal.*runs Start, Stop,? and Mark.*seen \d s ago.*1 connection/i)
  expect(row('grant-deck')).toMatch(
    /asks for Reveal results and Clip; you confirm in Showdesk.*never used.*not connected/,
  )
  expect(row('grant-overlay')).toMatch(/Production.*Shows the poll and on air.*seen 10 min ago/i)
  expect(row('grant-script')).toMatch(/writes drafts/)
})

// Catches a revocation on a slip, or of another access than the one that is named.
test('revoking names the access and waits for a hold', async () => {
  const { wrapper, bridge } = await opened()
  await press('[data-grant="grant-deck"] [data-revoke]')
  expect(dialog()?.textContent).toContain('Revoke Stream Deck?')
  await press('[role="dialog"] [data-confirm]')
  expect(called(bridge, 'access.revoke')).toEqual([])
  await press('[role="dialog"] [data-confirm]')
  expect(called(bridge, 'access.revoke')).toEqual([{ id: 'grant-deck' }])
  expect(wrapper.find('[data-grant="grant-deck"]').exists()).toBe(false)
})

// Catches a secret that stands on a screen that is being streamed, or that can't be copied without showing it.
test('the address of a new dock is covered, copied unseen, and gone afterwards', async () => {
  const { bridge } = await opened()
  await press('[data-new-access]')
  await press('[data-make]')
  expect(called(bridge, 'access.grant')).toEqual([
    {
      name: 'Live dock 2',
      environment: 'rehearsal',
      scope: 'operate',
      commands: ['start', 'stop', 'pause', 'resume', 'clip', 'mark'],
      mode: 'fire',
      inAddress: true,
    },
  ])
  expect(dialog()?.textContent).toContain("This can't be shown again")
  expect(document.body.innerHTML).not.toContain('sample-secret-1')
  await pressNamed('Copy address')
  expect(copied).toEqual(['http://127.0.0.1:41234/dock/live#g=sample-secret-1'])
  expect(document.body.innerHTML).not.toContain('sample-secret-1')
  await press('[data-show-secret]')
  expect(dialog()?.textContent).toContain('/dock/live#g=sample-secret-1')
  await press('[data-done]')
  expect(document.body.innerHTML).not.toContain('sample-secret-1')
})

// Catches a controller that fires by itself unless a person thinks of it, and facts that belong to another purpose.
test('a controller asks first, and its limits are told before it is made', async () => {
  const { bridge } = await opened()
  await press('[data-new-access]')
  await press('[role="radio"][value="controller"]')
  expect(document.querySelector('[data-facts="controller"]')?.textContent).toContain('Refund or pay out')
  expect(document.querySelectorAll('[data-command]')).toHaveLength(commandNames.length)
  await press('[data-make]')
  expect(called(bridge, 'access.grant')).toMatchObject([{ scope: 'operate', mode: 'arm', name: 'Controller' }])
  await pressNamed('Copy line')
  expect(copied).toEqual(['http://127.0.0.1:41234/#g=sample-secret-1'])
})

// Catches a lost secret that is looked for under the name of a button that its row does not have.
test.each([
  ['controller', 'grant-deck', 'New address'],
  ['drafter', 'grant-script', 'New secret'],
])('what is told once of a %s names the button of its row', async (purpose, id, button) => {
  await withState({
    grants: sampleGrants().map((grant) =>
      grant.id === id && purpose === 'drafter' ? { ...grant, scope: 'draft' } : grant,
    ),
  })
  expect(document.querySelector(`[data-grant="${id}"] [data-renew]`)?.textContent.trim()).toBe(button)
  await press('[data-new-access]')
  await press(`[role="radio"][value="${purpose}"]`)
  await press('[data-make]')
  expect(dialog()?.textContent).toContain(`make another with ${button}.`)
})

// Catches an overlay that is made here, without its page and its preview.
test('an overlay is made in its own view', async () => {
  await opened()
  await press('[data-new-access]')
  await press('[role="radio"][value="overlay"]')
  expect(document.querySelector('[data-make]')).toBeNull()
  expect(document.querySelector('[data-to-overlays]')?.getAttribute('href')).toBe('/overlays')
})

// Catches a new address that is told without a warning that the old one ends.
test('a new address is confirmed, then told once', async () => {
  const { bridge } = await opened()
  await press('[data-grant="grant-dock"] [data-renew]')
  expect(dialog()?.textContent).toContain('stop working at once')
  await press('[role="dialog"] [data-confirm]')
  expect(called(bridge, 'access.renew')).toEqual([{ id: 'grant-dock' }])
  expect(dialog()?.textContent).toContain('New address of Live dock')
  expect(document.querySelectorAll('[data-dock-address], [data-tool-line], [data-tool-secret]')).toHaveLength(3)
  expect(document.body.innerHTML).not.toContain('sample-secret')
})

// Catches an empty list that looks like one that could not be read.
test('a list that was not read says so and is read again', async () => {
  let fails = true
  const { wrapper } = await opened((bridge) =>
    bridge.answer('access.get', () => {
      if (fails) throw new DeskError('storage_failed', 'The disk failed.', { facts: { reason: 'disk_error' } })
      return undefined
    }),
  )
  expect(wrapper.text()).not.toContain('No access yet')
  fails = false
  await pressNamed('Try again')
  expect(wrapper.findAll('[data-grant]')).toHaveLength(4)
})
