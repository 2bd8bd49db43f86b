import { _api } from '@iconify/vue'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick, shallowReactive, type Component } from 'vue'
import PrivateText from '../../../../renderer/kit/components/PrivateText.vue'
import QrCode from '../../../../renderer/kit/components/chart/QrCode.vue'
import StatusLabel from '../../../../renderer/kit/components/sending/StatusLabel.vue'
import TallyBars from '../../../../renderer/kit/components/chart/TallyBars.vue'
import TimeSeries from '../../../../renderer/kit/components/chart/TimeSeries.vue'
import * as seriesPlot from '../../../../renderer/kit/components/chart/series-plot.ts'
import { summaryOf, type Series } from '../../../../renderer/kit/components/chart/series.ts'
import * as files from '../../../../renderer/kit/composables/files.ts'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import { setFormats } from '../../../../renderer/kit/base/locale.ts'
import { i18n } from '../../../../renderer/kit/i18n.ts'
import { mountOnDesk } from '../../support/mount.ts'

// No canvas here; the drawing itself is looked at in a real browser.
const plot = { update: vi.fn(), resize: vi.fn(), repaint: vi.fn(), destroy: vi.fn() }
const createPlot = vi.spyOn(seriesPlot, 'createPlot').mockReturnValue(plot)
setFormats({ hours: 'h23' })
beforeEach(() => _api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 }))))

const { masked } = usePrivacy()
afterEach(() => {
  masked.value = false
  vi.useRealTimers()
})
const alone = (component: unknown, props: Record<string, unknown>): VueWrapper =>
  mount(component as Component, {
    props,
    global: { plugins: [i18n], stubs: { UIcon: true, UButton: true } },
    attachTo: document.body,
  }) as VueWrapper

// A name on a shared screen can't be taken back.
test('a private text is not in the page while it is masked', async () => {
  const wrapper = alone(PrivateText, { text: 'anna@example.org' })
  expect(wrapper.text()).toBe('anna@example.org')
  masked.value = true
  await nextTick()
  expect(wrapper.html()).not.toContain('anna')
  expect(wrapper.find('.sr-only').text()).toBe('hidden during the show')
  const dots = wrapper.find('[aria-hidden]').text()
  await wrapper.setProps({ text: 'x' })
  expect(wrapper.find('[aria-hidden]').text()).toBe(dots)
})

test('a press shows it for five seconds', async () => {
  vi.useFakeTimers()
  masked.value = true
  const wrapper = alone(PrivateText, { text: 'anna@example.org' })
  await wrapper.find('button').trigger('click')
  expect(wrapper.text()).toContain('anna')
  expect(wrapper.find('button').classes()).toContain('select-none')
  const copy = new Event('copy', { bubbles: true, cancelable: true })
  wrapper.find('button').element.dispatchEvent(copy)
  expect(copy.defaultPrevented).toBe(true)
  vi.advanceTimersByTime(5_000)
  await nextTick()
  expect(wrapper.html()).not.toContain('anna')
})

test('held, it stays until five seconds after it is let go', async () => {
  vi.useFakeTimers()
  masked.value = true
  const wrapper = alone(PrivateText, { text: 'anna@example.org' })
  await wrapper.find('button').trigger('pointerdown')
  vi.advanceTimersByTime(20_000)
  await nextTick()
  expect(wrapper.text()).toContain('anna')
  await wrapper.find('button').trigger('pointerup')
  vi.advanceTimersByTime(5_000)
  await nextTick()
  expect(wrapper.html()).not.toContain('anna')
})

test('another text in its place is masked again, and so is everything when the next show begins', async () => {
  masked.value = true
  const wrapper = alone(PrivateText, { text: 'anna@example.org' })
  await wrapper.find('button').trigger('click')
  await wrapper.setProps({ text: 'bert@example.org' })
  expect(wrapper.html()).not.toContain('bert')
  await wrapper.find('button').trigger('click')
  masked.value = false
  await nextTick()
  masked.value = true
  await nextTick()
  expect(wrapper.html()).not.toContain('bert')
})

// 0 votes and no answer are two things; only one of them is the platform's.
test("a tally shows the platform's figures, and a dash for what it did not say", () => {
  const wrapper = alone(TallyBars, {
    label: 'Next song',
    total: 1_000,
    bars: [
      { id: 'a', label: 'Yes', value: 610, share: 0.61 },
      { id: 'b', label: 'No', value: 390 },
      { id: 'c', label: 'Unknown' },
      { id: 'd', label: 'None', value: 0, share: 0 },
      { id: 'e', label: 'Odd', value: Number.NaN, share: 7 },
    ],
  })
  const line = (id: string): string[] =>
    ['.share', '.value'].map((part) => wrapper.find(`[data-bar=${id}] ${part}`).text())
  expect(['a', 'b', 'c', 'd', 'e'].map(line)).toEqual([
    ['61%', '610'],
    ['39%', '390'],
    ['\u2013unknown', '\u2013'],
    ['0%', '0'],
    ['700%', '\u2013'],
  ])
  expect(wrapper.find('[data-bar=e] .fill').attributes('style')).toContain('100%')
  expect(wrapper.text()).toContain('1,000')
})

test('an unknown status stands as it is', () => {
  expect(alone(StatusLabel, { status: 'Ganz_Neu <b>' }).text()).toBe('Ganz_Neu <b>')
})

// Filled red means on air, anywhere else it would be a false alarm.
test('no status is filled', () => {
  for (const status of ['live', 'failed', 'pending', '?'])
    expect(alone(StatusLabel, { status }).html()).not.toMatch(/\bbg-/)
})

test('a code is drawn for its text, saved as it is drawn, and says what is too long', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined)
  const { wrapper } = await mountOnDesk(QrCode, { text: 'https://example.org/pay', label: 'Tip jar' })
  await expect.poll(() => wrapper.find('[role=img]').exists()).toBe(true)
  expect(wrapper.find('[role=img]').attributes('aria-label')).toBe('Tip jar')
  const path = wrapper.find('[data-modules]').attributes('d') ?? ''
  wrapper
    .findAll('button')
    .find((one) => one.text() === 'Save as SVG')
    ?.element.click()
  await expect.poll(() => saved).toHaveBeenCalled()
  expect(saved.mock.calls[0]?.[0].text).toContain(path)
  const long = await mountOnDesk(QrCode, { text: 'x'.repeat(5_000), label: 'Long' })
  await expect.poll(() => long.wrapper.text()).toContain('Too long for a QR code: 5000 characters.')
})

const at = (minute: number): number => new Date(2026, 10, 22, 20, minute).getTime()
const viewers = {
  id: 'viewers',
  label: 'Viewers',
  points: [
    [at(0), 10],
    [at(1), null],
    [at(2), 1_204],
    [at(3), 3],
  ] as const,
}

test("a chart is one sentence for who can't see it", async () => {
  const { wrapper } = await mountOnDesk(TimeSeries, {
    label: 'Audience',
    series: [viewers, { id: 'rate', label: 'Bitrate', unit: 'kbit/s', points: [] }],
  })
  const text = 'Viewers: first 10 at 20:00:00, last 3 at 20:03:00, lowest 3, highest 1,204. Bitrate: no values yet.'
  expect(wrapper.find('.place').attributes('aria-label')).toBe(`Audience. ${text}`)
  expect(wrapper.find('[data-series=viewers]').text()).toContain('3')
  expect(wrapper.find('[data-series=rate]').text()).toContain('\u2013')
})

// A chart in the colours of the other theme can't be read in this one.
test('new points go into the drawing, another theme and another size draw again', async () => {
  const props = shallowReactive({ label: 'Audience', series: [viewers] as readonly Series[] })
  await mountOnDesk(defineComponent(() => () => h(TimeSeries as Component, props)))
  await expect.poll(() => createPlot).toHaveBeenCalled()
  createPlot.mockClear()
  props.series = [{ ...viewers, points: [...viewers.points, [at(4), 12]] }]
  await flushPromises()
  expect(plot.update).toHaveBeenLastCalledWith(props.series)
  expect(createPlot).not.toHaveBeenCalled()
  document.documentElement.classList.toggle('dark')
  await expect.poll(() => plot.repaint).toHaveBeenCalled()
  props.series = [...props.series, { id: 'rate', label: 'Bitrate', points: [[at(0), 1]] }]
  await expect.poll(() => createPlot).toHaveBeenCalledOnce()
  expect(plot.destroy).toHaveBeenCalled()
})

test('the same values stand in a table, newest first, gaps as gaps', async () => {
  const { wrapper } = await mountOnDesk(TimeSeries, { label: 'Audience', series: [viewers] })
  await flushPromises()
  wrapper
    .findAll('button')
    .find((one) => one.text() === 'As a table')
    ?.element.click()
  await flushPromises()
  const cells = wrapper.findAll('[role=gridcell][data-column=series-viewers]').map((cell) => cell.text())
  expect(cells).toEqual(['3', '1,204', '\u2013', '10'])
})

test('a chart without values says so', async () => {
  const { wrapper } = await mountOnDesk(TimeSeries, {
    label: 'Audience',
    series: [{ id: 'v', label: 'Viewers', points: [[at(0), null]] }],
  })
  expect(wrapper.text()).toContain('No values yet')
})

test('a summary takes points in any order and leaves out what is no number', () => {
  expect(
    summaryOf({
      id: 'v',
      label: '',
      points: [
        [3, 5],
        [1, 7],
        [2, null],
        [4, Number.NaN],
      ],
    }),
  ).toEqual({ first: [1, 7], last: [3, 5], min: 5, max: 7 })
  expect(summaryOf({ id: 'v', label: '', points: [] })).toBeUndefined()
})
