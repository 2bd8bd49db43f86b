import { expect, onTestFinished, test, vi } from 'vitest'
import { useFrame } from '../../../../renderer/kit/composables/useFrame.ts'
import { openStageWindow } from '../../../../renderer/air/stage/open-window.ts'
import StageDialog from '../../../../renderer/air/stage/StageDialog.vue'
import { settled } from '../../live/desk.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { mountOnDesk } from '../../support/mount.ts'

const show = {
  id: 'show-1',
  title: 'Night show',
  environment: 'rehearsal' as const,
  startedAt: '2026-11-21T19:00:00.000Z',
}
const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const input = () => document.querySelector<HTMLInputElement>('[data-say] input, input[data-say]')
const text = (selector: string) => find(selector)?.textContent.replaceAll(/\s+/g, ' ').trim()

async function openDialog(prepare: (bridge: MemoryBridge) => void = () => undefined): Promise<MemoryBridge> {
  useFrame().stageOpen.value = true
  const { wrapper, bridge } = await mountOnDesk(StageDialog, {}, { prepare })
  onTestFinished(() => {
    wrapper.unmount()
    useFrame().stageOpen.value = false
  })
  await settled()
  return bridge
}
async function type(words: string): Promise<void> {
  const field = input()
  if (field === null) throw new Error('There is no field')
  field.value = words
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}

// Catches a message that needs the mouse, one that is sent twice, and a producer who can't see what is shown.
test('Enter puts the message on the stage, and Clear takes it away', async () => {
  const said: unknown[] = []
  let shown: object = show
  const bridge = await openDialog((memory) => {
    memory.answer('show.get', () => ({ show: shown }))
    memory.answer('stage.say', (params) => {
      said.push(params)
      const { text: words } = params as { text: string }
      shown = words === '' ? show : { ...show, said: { text: words, at: new Date().toISOString() } }
      return { show: shown }
    })
  })
  expect(text('[data-shown]')).toBe('No message')
  await type('Two minutes')
  expect(text('[data-count]')).toBe('11 of 200 characters')
  document.querySelector<HTMLFormElement>('[data-stage-dialog] form')?.requestSubmit()
  await settled()
  expect(text('[data-shown]')).toBe('Two minutes')
  expect(text('[data-count]')).toBe('0 of 200 characters')
  find('[data-clear]')?.click()
  await settled()
  expect(text('[data-shown]')).toBe('No message')
  expect(said).toEqual([{ text: 'Two minutes' }, { text: '' }])
  expect(bridge.requests.filter(({ method }) => method === 'stage.say')).toHaveLength(2)
})

// Catches a message that is typed, sent and lost, since there is no show to keep it with.
test('without a show it says what is missing', async () => {
  await openDialog((memory) => memory.answer('show.get', () => ({})))
  expect(input()?.disabled).toBe(true)
  expect(text('[data-stage-dialog]')).toContain('Enter show mode first')
})

// Catches a window that opens on the wrong screen of several.
test('in the shell each screen can be chosen', async () => {
  Object.assign(window, { showdesk: {} })
  onTestFinished(() => void Reflect.deleteProperty(window, 'showdesk'))
  const asked: unknown[] = []
  await openDialog((memory) => {
    memory.answer('stage.screens', () => ({
      screens: [
        { id: '5', label: 'Desk screen', width: 1_920, height: 1_080, primary: true },
        { id: '6', label: '', width: 1_280, height: 720, primary: false },
      ],
    }))
    memory.answer('stage.open', (params) => {
      asked.push(params)
      return {}
    })
  })
  expect(text('[data-screen="5"]')).toBe('Desk screen, 1920 × 1080')
  expect(text('[data-screen="6"]')).toBe('Screen 2, 1280 × 720')
  find('[data-screen="6"]')?.click()
  await settled()
  expect(asked).toEqual([{ screen: '6' }])
})

// Catches a button that does nothing where the browser blocks windows.
test('a blocked window is said', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => void vi.restoreAllMocks())
  await openDialog()
  find('[data-open-stage]')?.click()
  await settled()
  expect(text('[data-stage-dialog]')).toContain('The browser blocked the new window.')
})

// Catches a stage that is blanked by being loaded again, and one whose address has more than the place.
test('the open window is brought to the front, not loaded again', () => {
  const replace = vi.fn<(address: string) => void>()
  const opened = { location: { href: 'about:blank', replace }, focus: vi.fn<() => void>() }
  const open = vi.fn<Window['open']>(() => opened as unknown as Window)
  const view = { open, location: { href: 'http://127.0.0.1:4000/#/live' } } as unknown as Window
  expect(openStageWindow(view)).toBe(true)
  expect(replace.mock.calls).toEqual([['http://127.0.0.1:4000/#/stage']])
  expect(open.mock.calls[0]?.slice(0, 2)).toEqual(['', 'showdesk-stage'])
  opened.location.href = 'http://127.0.0.1:4000/#/stage'
  expect(openStageWindow(view)).toBe(true)
  expect(replace).toHaveBeenCalledOnce()
  expect(opened.focus).toHaveBeenCalledTimes(2)
})
