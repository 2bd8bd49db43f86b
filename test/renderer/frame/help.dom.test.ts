import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { useFrame } from '../../../renderer/kit/composables/useFrame.ts'
import DeskFrame from '../../../renderer/frame/DeskFrame.vue'
import MarkdownText from '../../../renderer/frame/help/MarkdownText.ts'
import { guideAt, guidesIn, newest } from '../../../renderer/frame/help/texts.ts'
import { mountOnDesk } from '../support/mount.ts'

afterEach(async () => {
  useFrame().helpPane.value = undefined
  useFrame().shortcutsOpen.value = false
  await flushPromises()
})

const there = (selector: string) =>
  expect.poll(() => document.querySelector(selector), { timeout: 5_000 }).not.toBeNull()
async function openHelp(item: string) {
  const mounted = await mountOnDesk(DeskFrame, {}, { at: '/polls' })
  await mounted.wrapper.find('[data-help]').trigger('click')
  await there(`[data-help-item="${item}"]`)
  document.querySelector<HTMLElement>(`[data-help-item="${item}"]`)?.click()
  await flushPromises()
  return mounted
}

// Catches an entry of the menu that leads nowhere.
test.each([
  ['diagnostics', '/settings#diagnostics'],
  ['about', '/settings#about'],
  ['tour', '/live'],
])('%s leads to its place', async (item, address) => {
  const { router } = await openHelp(item)
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(address)
})

// Catches guides that are empty, and a link between them that leaves the page.
test('guides open in the page, and a link between them too', async () => {
  await openHelp('guides')
  await there('[data-guide="guide/index.md"][aria-current="true"]')
  await there('article h3')
  document.querySelector<HTMLElement>('[data-guide="guide/first-show.md"]')?.click()
  await there('[data-guide="guide/first-show.md"][aria-current="true"]')
  await expect.poll(() => document.querySelector('article h3')?.textContent).toMatch(/first show/i)
  expect(document.querySelector('article img')?.getAttribute('src')).toBe('/help/pictures/live.webp')
  document.querySelector<HTMLElement>('article [data-text-link="../show.md"]')?.click()
  await there('[data-guide="show.md"][aria-current="true"]')
})

// Catches a guide that stays English although it is translated, and one that is not and says so to nobody.
test('guides are in the language that was asked for, where they are', () => {
  const spanish = guidesIn('es-ES').flatMap(({ guides }) => guides)
  expect(spanish.find(({ source }) => source === 'guide/install.md')).toMatchObject({
    title: 'Instalar',
    translated: true,
  })
  expect(spanish.find(({ source }) => source === 'guide/faq.md')).toMatchObject({
    title: 'Questions and answers',
    translated: false,
  })
  expect(guidesIn('en').flatMap(({ guides }) => guides)).toHaveLength(spanish.length)
})

// Catches a list of changes that shows the heading of the file, or nothing.
test('what is new are the newest sections alone', () => {
  const sections = ['4', '3', '2', '1'].map((version) => `## ${version}\n\n- change ${version}\n`)
  expect(newest(`# Changelog\n\nIntroduction.\n\n${sections.join('\n')}`)).toBe(sections.slice(0, 3).join('\n') + '\n')
  expect(newest()).toMatch(/^## /)
})

// Catches markup of a text that becomes part of the page, an address with a script, and a file's link that is followed.
test('a text is drawn as elements, and only https leaves the page', () => {
  let opened = ''
  const text = [
    '# Title',
    'Some `code`, *words* and <b onclick="x()">markup</b>.',
    '<script>x()</script>',
    '[out](https://example.com/a) [run](javascript:x) [plain](http://example.com) [next](show.md#end) [other](catalog.md)',
    '| a | b |\n|---|---|\n| 1 | 2 |',
  ].join('\n\n')
  const wrapper = mount(MarkdownText, {
    props: { text, follow: (address: string) => (guideAt(address) ? () => (opened = address) : undefined) },
  })
  expect(wrapper.find('h3').text()).toBe('Title')
  expect(wrapper.findAll('b, script')).toEqual([])
  expect(wrapper.text()).toContain('<b onclick="x()">markup</b>')
  expect(wrapper.findAll('a').map((link) => link.attributes('href'))).toEqual(['https://example.com/a'])
  expect(wrapper.findAll('td').map((cell) => cell.text())).toEqual(['1', '2'])
  expect(wrapper.findAll('[data-text-link]')).toHaveLength(1)
  void wrapper.find('[data-text-link]').trigger('click')
  expect(opened).toBe('show.md#end')
})

// Catches a tour that begins in production: it says that it needs the rehearsal and offers the known switch.
test('elsewhere than in rehearsal the tour offers to switch', async () => {
  const { bridge } = await mountOnDesk(
    DeskFrame,
    {},
    {
      prepare: (memory) =>
        memory.answer('environments.list', () => ({
          environments: [
            { id: 'rehearsal', name: 'Rehearsal', baseUrl: '', configured: true, selected: false, embedded: true },
            { id: 'development', name: 'Development', baseUrl: 'https://dev.test', configured: true, selected: true },
          ],
        })),
    },
  )
  useFrame().helpPane.value = 'tour'
  await there('[data-to-rehearsal]')
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Nothing there reaches an audience')
  document.querySelector<HTMLElement>('[data-to-rehearsal]')?.click()
  await there('[data-confirm]')
  expect(bridge.requests.map(({ method }) => method)).not.toContain('environments.select')
  document.querySelector<HTMLElement>('[data-confirm]')?.click()
  await expect
    .poll(() => bridge.requests)
    .toContainEqual({ method: 'environments.select', params: { id: 'rehearsal' } })
})
