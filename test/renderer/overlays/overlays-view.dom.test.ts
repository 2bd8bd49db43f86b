import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AccessState } from '#contract/access.ts'
import type { OverlayFrame } from '#contract/overlay.ts'
import OverlaysView from '../../../renderer/views/overlays/OverlaysView.vue'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'

afterEach(() => document.body.replaceChildren())

const grant: AccessState['grants'][number] = {
  id: 'g1',
  name: 'Poll, main scene',
  scope: 'watch',
  environment: 'rehearsal',
  values: ['poll'],
  createdAt: '2026-11-23T19:00:00.000Z',
  lastUsedAt: new Date(Date.now() - 65_000).toISOString(),
  connections: 1,
}
const on: AccessState = { on: true, port: 4123, address: 'http://127.0.0.1:4123', grants: [grant] }

async function open(state: AccessState = on, at = '/overlays', prepare?: (bridge: MemoryBridge) => void) {
  const desk = await mountOnDesk(
    OverlaysView,
    {},
    {
      at,
      prepare(bridge) {
        bridge.answer('access.get', () => state)
        prepare?.(bridge)
      },
    },
  )
  onTestFinished(() => desk.wrapper.unmount())
  await flushPromises()
  return desk
}
const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`There is no ${selector}`)
  return found
}
const press = async (selector: string): Promise<void> => {
  find(selector).click()
  await flushPromises()
}
const preview = (): string => {
  const root = find('[data-overlay-preview]').shadowRoot
  return [...(root?.querySelectorAll('.overlay p, .overlay span') ?? [])].map((node) => node.textContent).join(' ')
}
const asked = (bridge: MemoryBridge, name: string) =>
  bridge.requests.filter(({ method }) => method === name).map(({ params }) => params)

// Catches a preview that is not what the audience sees, or says nothing about why it is empty.
test('the preview shows what the overlay shows now, and says why where that is nothing', async () => {
  const { bridge } = await open()
  expect(preview()).toContain('Who should come next?')
  expect(find('[data-preview-state]').textContent).toContain('The audience sees this')
  const frame: OverlayFrame = { kind: 'poll', environment: 'rehearsal', ageMs: null, everyMs: 10_000, value: null }
  bridge.push('overlay.value', { ...frame, because: 'not_understood' })
  await flushPromises()
  expect(preview()).toBe('')
  expect(find('[data-preview-state]').textContent).toContain('does not say this for certain')
  bridge.push('overlay.value', { ...frame, because: 'nothing' })
  await flushPromises()
  expect(find('[data-preview-state]').textContent).toContain('No poll is chosen')
})

// Catches sample content that stays under the words "the audience sees this".
test('sample content is called so', async () => {
  await open(on, '/overlays?kind=goal')
  expect(preview()).toBe('')
  await press('[data-preview-content] [value="sample"]')
  expect(preview()).toContain('1,240.50 EUR')
  expect(find('[data-preview-state]').textContent).toContain('The audience never sees it')
})

// Catches a secret in the open, in the address bar or on the screen, and an address with another look than the preview.
test('an address is covered until a person wants to see it, and copied with the chosen look', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copied.mockRestore())
  const { bridge, router } = await open()
  await press('[data-make-address]')
  expect(asked(bridge, 'access.grant')).toEqual([
    { scope: 'watch', values: ['poll'], environment: 'rehearsal', name: 'Poll overlay' },
  ])
  const secret = 'sample-secret-1'
  expect(find('[data-address]').textContent).not.toContain(secret)
  expect(document.body.innerHTML).not.toContain(secret)
  await press('[data-copy-address]')
  expect(copied).toHaveBeenCalledWith(`http://127.0.0.1:4123/overlay/poll#g=${secret}`)
  await press('[data-show-address]')
  expect(find('[data-address]').textContent).toContain(secret)
  await press('[data-show-address]')
  expect(document.body.innerHTML).not.toContain(secret)
  expect(router.currentRoute.value.fullPath).not.toContain(secret)
  const accent = find('[data-look="accent"]') as HTMLInputElement
  accent.value = '#ffdd00'
  accent.dispatchEvent(new Event('input'))
  await flushPromises()
  await press('[data-copy-address]')
  expect(copied).toHaveBeenLastCalledWith(`http://127.0.0.1:4123/overlay/poll?accent=%23ffdd00#g=${secret}`)
  expect(find('[data-overlay-preview]').style.getPropertyValue('--overlay-accent')).toBe('#ffdd00')
})

// Catches the overlays of another environment, other grants in this list, and an age that stands still.
test('the list has the overlays of this environment, with their use', async () => {
  await open({
    ...on,
    grants: [
      grant,
      { ...grant, id: 'g2', name: 'Of production', environment: 'production' },
      { ...grant, id: 'g3', name: 'A script', scope: 'read' },
      { ...grant, id: 'g4', name: 'Never used', values: ['goal'], connections: 0, lastUsedAt: null },
    ],
  })
  const rows = [...document.querySelectorAll('[data-overlay]')]
  expect(rows.map((row) => row.getAttribute('data-overlay'))).toEqual(['g1', 'g4'])
  expect(rows[0]?.textContent).toMatch(/Poll, main scene\s*Poll\s*In use\s*Seen 1 min ago/)
  expect(rows[1]?.textContent).toMatch(/Goal\s*Not connected\s*Never seen/)
})

// Catches an overlay that is gone with one press, and one whose new address nobody gets to see.
test('removing and renewing ask first', async () => {
  const { bridge } = await open(on, '/overlays', (memory) => {
    memory.answer('access.renew', () => ({ grant: { ...grant, connections: undefined }, secret: 'fresh' }))
    memory.answer('access.revoke', () => ({ ...on, grants: [] }))
  })
  await press('[data-overlay-renew]')
  expect(asked(bridge, 'access.renew')).toEqual([])
  expect(find('[data-overlay="g1"]').textContent).toContain('stops working')
  await press('[data-overlay-sure]')
  expect(asked(bridge, 'access.renew')).toEqual([{ id: 'g1' }])
  expect(find('[data-made]').textContent).toContain('Poll, main scene')
  await press('[data-overlay-remove]')
  expect(asked(bridge, 'access.revoke')).toEqual([])
  await press('[data-overlay-sure]')
  expect(asked(bridge, 'access.revoke')).toEqual([{ id: 'g1' }])
  expect(document.querySelector('[data-overlay]')).toBeNull()
  // The address of what was removed is worth nothing.
  expect(document.querySelector('[data-made]')).toBeNull()
})

// Catches a page that hands out addresses which nothing answers.
test('while access is off it says so and switches it on', async () => {
  const { bridge } = await open({ on: false, port: null, grants: [] }, '/overlays', (memory) =>
    memory.answer('access.switch', () => ({ ...on, grants: [] })),
  )
  expect((find('[data-make-address]') as HTMLButtonElement).disabled).toBe(true)
  expect(find('[data-access-off]').textContent).toContain('Access is off')
  await press('[data-access-on]')
  expect(asked(bridge, 'access.switch')).toEqual([{ on: true }])
  expect(document.querySelector('[data-access-off]')).toBeNull()
  expect((find('[data-make-address]') as HTMLButtonElement).disabled).toBe(false)
})
