// The view in which a rundown is written, on an in-memory bridge.
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { BridgeInput } from '#contract/bridge.ts'
import type { DryRun, Rundown } from '#contract/air/rundown.ts'
import { lookAtCsv } from '../../../main/air/rundown/csv.ts'
import RundownView from '../../../renderer/views/rundown/RundownView.vue'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'
import { settled } from '../live/desk.ts'

let mounted: VueWrapper | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.body.replaceChildren()
})

async function open(at = '/rundown?id=run_1', prepare?: (bridge: MemoryBridge) => void) {
  const { wrapper, bridge, router } = await mountOnDesk(RundownView, {}, { at, ...(prepare && { prepare }) })
  mounted = wrapper
  await settled()
  const rows = (): string[] => wrapper.findAll('[data-cue]').map((row) => row.attributes('data-cue') ?? '')
  const key = async (name: string, more: object = {}): Promise<void> => {
    const row = wrapper.find('[data-cue][aria-selected="true"]')
    await row.trigger('keydown', { key: name, ...more })
    await settled()
  }
  const saves = (): Array<Record<string, unknown>> =>
    bridge.requests
      .filter(({ method }) => method === 'rundown.save')
      .map(({ params }) => params as Record<string, unknown>)
  const kept = async (): Promise<Rundown> => (await bridge.transport.request('rundown.get', { id: 'run_1' })) as Rundown
  /** The autosave waits for a pause. */
  const saved = (): Promise<void> =>
    expect
      .poll(() => wrapper.find('[data-save]').attributes('data-save'), { timeout: 5_000 })
      .toBe('saved')
      .then(() => undefined)
  return { wrapper, bridge, router, rows, key, saves, kept, saved }
}

// Catches cues that are shown in another order or kind, and a plan whose times do not follow from its lengths.
test('cues, groups and notes stand in their order, with planned times', async () => {
  const { wrapper, rows } = await open()
  expect(rows()).toEqual(['grp_1', 'cue_1', 'cue_2', 'nte_1', 'cue_3', 'cue_4'])
  expect(wrapper.find('[data-cue="cue_2"]').text()).toContain('20:18:00')
  expect(wrapper.find('[data-cue="cue_3"]').text()).toContain('20:33:00')
  // What is passed over takes no time.
  expect(wrapper.find('[data-cue="cue_4"]').text()).not.toContain('20:35')
  expect(wrapper.find('[data-total]').text()).toContain('0:20:00')
})

// Catches a table that only the pointer can use.
test('keys select, move, add, edit and remove, and an undo takes a removal back', async () => {
  const { wrapper, rows, key, kept, saved } = await open()
  await key('ArrowDown')
  expect(wrapper.find('[aria-selected="true"][data-cue]').attributes('data-cue')).toBe('cue_1')
  await key('ArrowDown', { altKey: true })
  expect(rows().slice(0, 3)).toEqual(['grp_1', 'cue_2', 'cue_1'])
  expect(document.activeElement?.getAttribute('data-cue')).toBe('cue_1')
  await saved()
  expect((await kept()).cues.map(({ id }) => id).slice(0, 3)).toEqual(['grp_1', 'cue_2', 'cue_1'])
  await key('n')
  expect(rows()).toHaveLength(7)
  expect(document.activeElement?.getAttribute('data-cue-field')).toBe('title')
  const added = rows()[3] ?? ''
  await wrapper.find('[data-cue-field="title"]').setValue('Break')
  await wrapper.find('[data-cue-field="title"]').trigger('keydown', { key: 'Enter' })
  await settled()
  expect(document.activeElement?.getAttribute('data-cue')).toBe(added)
  await saved()
  await key('Delete')
  expect(rows()).not.toContain(added)
  expect(wrapper.find('[data-undo]').exists()).toBe(true)
  await saved()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, cancelable: true }))
  await settled()
  expect(rows()).toContain(added)
  expect((await kept()).cues.find(({ id }) => id === added)?.title).toBe('Break')
})

// Catches a drop that lands one place off, or that moves nothing.
test('a row that is dragged lands where it is dropped', async () => {
  const { wrapper, rows, saved } = await open()
  const row = wrapper.find('[data-cue="cue_3"]')
  await wrapper.find('[data-cue="cue_1"] [data-drag]').trigger('dragstart', {
    dataTransfer: { setData: () => undefined, setDragImage: () => undefined, effectAllowed: 'none' },
  })
  row.element.getBoundingClientRect = () => ({ top: 100, height: 32 }) as DOMRect
  await row.trigger('dragover', { clientY: 130 })
  await row.trigger('drop')
  await settled()
  expect(rows()).toEqual(['grp_1', 'cue_2', 'nte_1', 'cue_3', 'cue_1', 'cue_4'])
  await saved()
})

// Catches a field that keeps what nobody can read, or throws away what was typed.
test('a length is read as people write it, and what can not be read is said and not saved', async () => {
  const { wrapper, kept, saved, saves } = await open()
  await wrapper.find('[data-cue="cue_2"]').trigger('click')
  const field = () => wrapper.find<HTMLInputElement>('[data-cue-field="duration"]')
  await field().setValue('7m 30s')
  await field().trigger('change')
  await saved()
  expect((await kept()).cues.find(({ id }) => id === 'cue_2')?.durationMs).toBe(450_000)
  expect(field().element.value).toBe('0:07:30')
  const before = saves().length
  await field().setValue('soon')
  await field().trigger('change')
  await settled()
  expect(wrapper.text()).toContain('Enter a length such as 4:30')
  expect(field().element.value).toBe('soon')
  expect(saves()).toHaveLength(before)
})

// Catches a step that is saved in another order than it is shown, or that loses what it does.
test('steps are added, written and ordered', async () => {
  const { wrapper, kept, saved } = await open()
  await wrapper.find('[data-cue="cue_2"]').trigger('click')
  await wrapper.find('[data-add-step="wait"]').trigger('click')
  await settled()
  await wrapper.find('[data-step-field="text"]').setValue('the band is in place')
  await wrapper.find('[data-add-step="encoder"]').trigger('click')
  await settled()
  const scene = wrapper.find('[data-step-field="scene"] input, input[data-step-field="scene"]')
  await scene.setValue('Closing')
  await scene.trigger('keydown', { key: 'Enter' })
  await settled()
  await wrapper.findAll('[data-step-up]')[1]?.trigger('click')
  await saved()
  expect((await kept()).cues.find(({ id }) => id === 'cue_2')?.steps.map(({ action }) => action)).toEqual([
    { kind: 'encoder', operation: 'encoder:scene', scene: 'Closing' },
    { kind: 'wait', text: 'the band is in place' },
  ])
})

// Catches a step without its request, and a request that is another one than was written.
test('a step has an operation of the catalog with its request', async () => {
  const { wrapper, kept, saved } = await open()
  await wrapper.find('[data-cue="cue_2"]').trigger('click')
  await wrapper.find('[data-add-step="operation"]').trigger('click')
  await settled()
  const combo = wrapper.find('[data-step-field="operation"] input, input[data-step-field="operation"]')
  await combo.setValue('attribution create')
  await combo.trigger('keydown', { key: 'Enter' })
  await settled()
  // Nothing is known of its body: the fold is open, and a field is added in it.
  const form = wrapper.find('[data-step-form]')
  await form.find('[data-add-field] input').setValue('name')
  await form.find('[data-add]').trigger('click')
  await settled()
  await form.find('[data-body-field="name"] input').setValue('Autumn')
  await settled()
  await saved()
  const action = (await kept()).cues.find(({ id }) => id === 'cue_2')?.steps[0]?.action
  expect(action).toEqual({
    kind: 'operation',
    operation: 'POST /api/ads/attribution/create',
    request: { body: { name: 'Autumn' } },
  })
  expect(wrapper.find('[data-step] [data-step-open]').text()).toContain('Ads')
})

// Catches text that another window's save throws away.
test('what another window saved is merged, and a clash is asked about', async () => {
  const { wrapper, bridge, kept, saved } = await open()
  const elsewhere = async (change: (now: Rundown) => object): Promise<void> => {
    const now = await kept()
    const { title, environment, template, cues, id, revision } = now
    const event = bridge.transport.request('rundown.save', {
      ...{ id, baseRevision: revision, title, environment, template, cues },
      ...change(now),
    })
    await event
  }
  await wrapper.find('[data-cue="cue_2"]').trigger('click')
  await wrapper.find('[data-cue-field="title"]').setValue('Long interview')
  await elsewhere(({ cues }) => ({
    cues: cues.map((cue) => (cue.id === 'cue_3' ? { ...cue, title: 'Two ads' } : cue)),
  }))
  await saved()
  expect((await kept()).cues.map(({ title }) => title)).toEqual(expect.arrayContaining(['Long interview', 'Two ads']))
  await wrapper.find('[data-cue-field="title"]').setValue('Mine')
  await elsewhere(({ cues }) => ({ cues: cues.map((cue) => (cue.id === 'cue_2' ? { ...cue, title: 'Theirs' } : cue)) }))
  await expect
    .poll(() => document.querySelector('[data-conflict]')?.textContent, { timeout: 5_000 })
    .toContain('Theirs')
  expect(wrapper.find('[data-save]').attributes('data-save')).toBe('conflict')
  document.querySelector<HTMLElement>('[data-keep-mine]')?.click()
  await settled()
  await saved()
  expect((await kept()).cues.find(({ id }) => id === 'cue_2')?.title).toBe('Mine')
})

// Catches an undo that takes back what another window did and keeps one's own change, and one that takes another's without saying whose.
test('an undo takes back what was changed here first, and names what was not', async () => {
  const { wrapper, bridge, kept, saved } = await open()
  const titles = async () => Object.fromEntries((await kept()).cues.map(({ id, title }) => [id, title]))
  const before = await titles()
  await wrapper.find('[data-cue="cue_2"]').trigger('click')
  await wrapper.find('[data-cue-field="title"]').setValue('Mine')
  await saved()
  const { title, environment, template, cues, id, revision } = await kept()
  await bridge.transport.request('rundown.save', {
    ...{ id, baseRevision: revision, title, environment, template },
    cues: cues.map((cue) => (cue.id === 'cue_3' ? { ...cue, title: 'Theirs' } : cue)),
  })
  await settled()
  const undo = async () => {
    await wrapper.find('[data-undo-step]').trigger('click')
    await settled()
    await saved()
  }
  await undo()
  expect(await titles()).toEqual({ ...before, cue_3: 'Theirs' })
  await wrapper.find('[data-redo-step]').trigger('click')
  await settled()
  expect(await titles()).toEqual({ ...before, cue_2: 'Mine', cue_3: 'Theirs' })
  await undo()
  expect(await titles()).toEqual({ ...before, cue_3: 'Theirs' })
  // Nothing of this window is left: what is not its own is named first.
  await undo()
  expect(await titles()).toEqual({ ...before, cue_3: 'Theirs' })
  expect(wrapper.find('[data-foreign]').text()).toContain('Newest change not made here')
  await wrapper.find('[data-foreign] [data-undo]').trigger('click')
  await settled()
  expect(await titles()).toEqual(before)
  // What was taken back comes back in its order.
  for (const then of [
    { ...before, cue_3: 'Theirs' },
    { ...before, cue_2: 'Mine', cue_3: 'Theirs' },
  ]) {
    await wrapper.find('[data-redo-step]').trigger('click')
    await settled()
    expect(await titles()).toEqual(then)
  }
})

// Catches a rundown that is lost by a press, and a template that can not become a show.
test('into the bin and back, and a new one from a template', async () => {
  const { wrapper, bridge, router } = await open('/rundown')
  await wrapper.find('[data-rundown="run_1"] [data-more]').trigger('click')
  await settled()
  const press = async (text: string): Promise<void> => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === text)
    button?.click()
    await settled()
  }
  await press('Move to the bin')
  expect(wrapper.find('[data-rundown="run_1"]').exists()).toBe(false)
  await wrapper.find('[data-undo]').trigger('click')
  await settled()
  expect(wrapper.find('[data-rundown="run_1"]').exists()).toBe(true)
  await wrapper.find('[data-rundown="tpl_1"] [data-more]').trigger('click')
  await settled()
  await press('New rundown from it')
  const copied = bridge.requests.filter(({ method }) => method === 'rundown.copy')
  expect(copied.map(({ params }) => params)).toEqual([
    { id: 'tpl_1', template: false, environment: 'rehearsal', title: 'Weekly show' },
  ])
  expect(router.currentRoute.value.query['id']).toEqual(expect.any(String))
})

// Catches a report in codes, and one that looks current after the rundown was changed.
test('the dry run says in words what would fail', async () => {
  const run: DryRun = {
    ...{ id: 'dry_1', rundown: 'run_1', revision: 3, title: 'Night show 48', environment: 'rehearsal', state: 'done' },
    ...{ startedAt: '2026-11-21T19:00:00.000Z', endedAt: '2026-11-21T19:02:00.000Z', done: 2, total: 2 },
    steps: [
      { cue: 'cue_1', title: 'Opening', step: 'stp_1', name: 'Opening', state: 'ok', findings: [] },
      {
        ...{ cue: 'cue_3', title: 'Ads', step: 'stp_9', name: 'Closing', state: 'fails' as const },
        findings: [{ code: 'scene_missing', facts: { scene: 'Closing' } }],
      },
    ],
  }
  const { wrapper, bridge, saved } = await open('/rundown?id=run_1', (memory) =>
    memory.answer('rundown.dryRun', () => run),
  )
  await wrapper.find('[data-tab="dry"]').trigger('click')
  await wrapper.find('[data-dry-begin]').trigger('click')
  await settled()
  expect(wrapper.find('[data-dry-summary]').text()).toBe('1 step would fail')
  expect(wrapper.find('[data-dry-step="stp_9"]').text()).toContain('The scene Closing doesn’t exist.'.replace('’', "'"))
  expect(wrapper.findAll('[data-dry-step]')[0]?.attributes('data-state')).toBe('fails')
  expect(wrapper.find('[data-dry-old]').exists()).toBe(false)
  await wrapper.find('[data-rundown-title]').setValue('Night show 49')
  await saved()
  expect(wrapper.find('[data-dry-old]').exists()).toBe(true)
  bridge.push('rundown.dryRun', { ...run, state: 'running', done: 1 })
  await flushPromises()
  expect(wrapper.find('[data-dry-summary]').text()).toBe('1 of 2 steps')
})

async function drop(
  bytes: string | Uint8Array<ArrayBuffer>,
  prepare?: (bridge: MemoryBridge) => void,
  at = '/rundown',
) {
  const desk = await open(at, (bridge) => {
    bridge.answer('rundown.importPreview', async (params) => {
      const { text, map, id } = params as BridgeInput<'rundown.importPreview'>
      const into = ((await bridge.transport.request('rundown.get', { id: id ?? 'run_1' })) as Rundown).cues
      return (await lookAtCsv(text, map, id === undefined ? [] : into)).preview
    })
    bridge.answer('rundown.import', () => bridge.transport.request('rundown.get', { id: 'run_1' }))
    prepare?.(bridge)
  })
  const files = [new File([bytes], 'plan.csv')]
  window.dispatchEvent(
    Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { types: ['Files'], files } }),
  )
  const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.body
  const column = (heading: string): HTMLElement | null => dialog().querySelector(`[data-import-column="${heading}"]`)
  const choose = async (of: HTMLElement | null, label: string): Promise<void> => {
    of?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
    of?.click()
    await settled()
    const option = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) =>
      one.textContent.includes(label),
    )
    option?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0, pointerType: 'mouse' }))
    option?.click()
    await settled()
  }
  const now = (): HTMLButtonElement | null => dialog().querySelector('[data-import-now]')
  const imported = (): unknown[] =>
    desk.bridge.requests.filter(({ method }) => method === 'rundown.import').map(({ params }) => params)
  return { ...desk, dialog, column, choose, now, imported }
}
const latin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Array.from(text, (sign) => sign.charCodeAt(0)))

// Catches a file that can't be imported, because none of its headings is known and none can be chosen; and one whose letters are lost.
test('a spreadsheet in any language and encoding comes in once its title is named', async () => {
  const { dialog, column, choose, now, imported } = await drop(latin1('Uhrzeit;Titel\r\n20:00;Begr\xfc\xdfung\r\n'))
  await expect.poll(() => column('Titel') !== null).toBe(true)
  expect(dialog().querySelector('[data-import-lacks]')?.textContent).toContain('Say which column is the title.')
  expect(dialog().textContent).toContain('Begrüßung')
  expect(now()?.disabled).toBe(true)
  await choose(column('Titel'), 'Title')
  await expect.poll(() => now()?.disabled).toBe(false)
  expect(dialog().querySelector('[data-import-row="added"]')?.textContent).toContain('Begrüßung')
  await choose(dialog().querySelector('[data-import-charset]'), 'Cyrillic')
  await expect.poll(() => dialog().textContent).toContain('BegrьЯung')
  expect(now()?.disabled).toBe(true)
  await choose(dialog().querySelector('[data-import-charset]'), 'Western European (windows-1252)')
  await expect.poll(() => dialog().textContent).toContain('Begrüßung')
  await choose(column('Titel'), 'Title')
  await choose(column('Uhrzeit'), 'Time')
  await expect.poll(() => now()?.disabled).toBe(false)
  now()?.click()
  await settled()
  expect(imported()).toMatchObject([{ text: 'Uhrzeit;Titel\r\n20:00;Begrüßung\r\n', map: ['at', 'title'] }])
})

// Catches a file that is refused without a word, and one that is no text and comes in as signs.
test('a file that is no text is refused with the reason', async () => {
  const { wrapper } = await drop(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0xff, 1]))
  await expect.poll(() => wrapper.text()).toContain("This file can't be read as text. Nothing was imported.")
  expect(document.querySelector('[data-import-dialog]')).toBeNull()
})

// Catches a merge that overwrites a title, which is seen only once it is done.
test('a merge shows what it changes, as it is and as it would be', async () => {
  const { dialog, now } = await drop('id;title\ncue_2;Interview in two parts\n', undefined, '/rundown?id=run_1')
  await expect.poll(() => dialog().querySelector('[data-import-target]') !== null).toBe(true)
  dialog().querySelectorAll<HTMLElement>('[data-import-target] [role="radio"]')[1]?.click()
  await expect
    .poll(() => dialog().querySelector('[data-import-row="changed"] del')?.textContent.trim())
    .toBe('Interview')
  expect(dialog().querySelector('[data-import-row="changed"]')?.textContent).toContain('Interview in two parts')
  expect(now()?.disabled).toBe(false)
})

// Catches an export with headings and separators of another language than the person's spreadsheet.
test('a CSV file is asked for in the words and separators of the person', async () => {
  const { bridge, wrapper } = await open()
  await wrapper.find('[data-open] [data-more]').trigger('click')
  await settled()
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Export as CSV')
  button?.click()
  await expect
    .poll(() => bridge.requests.filter(({ method }) => method === 'rundown.export').map(({ params }) => params))
    .toMatchObject([
      {
        format: 'csv',
        sheet: {
          delimiter: ',',
          headings: ['Id', 'Kind', 'Title', 'Time', 'Length', 'Follows', 'Note', 'Colour', 'Skipped'],
        },
      },
    ])
})
