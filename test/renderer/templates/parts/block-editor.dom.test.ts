import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, shallowRef, type Component } from 'vue'
import type { Json } from '#contract/json.ts'
import { hashOf } from '../../../../renderer/views/templates/model/blocks/open.ts'
import { withChips, withoutChips } from '../../../../renderer/views/templates/parts/blocks/rich-text.ts'
import BlockEditor from '../../../../renderer/views/templates/parts/blocks/BlockEditor.vue'
import { mountOnDesk } from '../../support/mount.ts'

/** The block editor as the template editor holds it. */
async function open(html: string, kept?: Json) {
  const mail = {
    html: shallowRef(html),
    kept: shallowRef(kept),
    said: [] as Array<[kept: Json | undefined, html: string | undefined]>,
  }
  const Holder = defineComponent(
    () => () =>
      h(BlockEditor as Component, {
        html: mail.html.value,
        kept: mail.kept.value,
        previewText: '',
        variables: [{ name: 'name', type: '', defaultValue: '' }],
        onChange(next: Json | undefined, made?: string) {
          mail.said.push([next, made])
          mail.kept.value = next
          if (made !== undefined) mail.html.value = made
        },
      }),
  )
  const { wrapper } = await mountOnDesk(Holder)
  await expect.poll(() => wrapper.find('[data-block], [data-blocks] p').exists()).toBe(true)
  await flushPromises()
  const kinds = () => wrapper.findAll('[data-block]').map((card) => card.attributes('data-kind'))
  return { ...mail, wrapper, kinds }
}
const documentOf = (...blocks: Json[]): Json => ({ version: 1, blocks })
const divider = (id: string): Json => ({ id, kind: 'divider' })

// Catches a block that is in the draft only after its HTML, or HTML without its blocks: undo would bring back one of the two.
test('a new block is in the draft at once, and its HTML follows in one change', async () => {
  const { wrapper, said, kinds } = await open('')
  const button = wrapper.findAll('button').find((one) => one.text() === 'Button')
  await button?.trigger('click')
  expect(kinds()).toEqual(['button'])
  expect(said).toMatchObject([[{ document: { version: 1 }, made: await hashOf(''), pending: true }, undefined]])
  await expect.poll(() => said.length).toBe(2)
  const [kept, html] = said.at(-1) ?? []
  expect(html).toContain('<mj-button')
  expect(kept).toMatchObject({ document: { version: 1 }, made: await hashOf(html ?? '') })
  expect(kept).not.toHaveProperty('pending')
})

// Catches code of a person that the editor rewrites, wraps or drops.
test('foreign code is one block, byte for byte, until the person says otherwise', async () => {
  const code = '<!doctype html>\r\n<html><body>\t<p>Mine {{#if x}}</p></body></html>\r\n'
  const { wrapper, said, kinds } = await open(code)
  expect(kinds()).toEqual(['raw'])
  expect(wrapper.find<HTMLTextAreaElement>('textarea').element.value.replaceAll('\r', '')).toBe(
    code.replaceAll('\r', ''),
  )
  expect(said).toEqual([])
  expect(wrapper.find('[data-add-block]').attributes('disabled')).toBeDefined()
  const use = wrapper.findAll('button').find((one) => one.text().startsWith('Use the content'))
  await use?.trigger('click')
  expect(kinds()).toEqual(['raw', 'text'])
  expect(wrapper.find<HTMLTextAreaElement>('textarea').element.value).toBe('<p>Mine {{#if x}}</p>')
})

// Catches blocks that silently replace code which was written after them.
test('code that was changed since is kept until the person goes back to the blocks', async () => {
  const kept: Json = { document: documentOf(divider('a'), divider('b')), made: await hashOf('<p>made</p>') }
  const { wrapper, said, kinds } = await open('<p>changed by hand</p>', kept)
  expect(kinds()).toEqual(['raw'])
  expect(wrapper.find('[data-code-changed]').exists()).toBe(true)
  expect(said).toEqual([])
  const back = wrapper.findAll('button').find((one) => one.text().startsWith('Go back'))
  await back?.trigger('click')
  expect(kinds()).toEqual(['divider', 'divider'])
  await expect.poll(() => said.at(-1)?.[1]).toContain('<mj-divider')
})

// Catches blocks whose HTML was never made because the window closed in between.
test('HTML that is missing is made when the draft opens', async () => {
  const kept: Json = { document: documentOf(divider('a'), divider('b')), made: await hashOf(''), pending: true }
  const { said } = await open('', kept)
  await expect.poll(() => said.at(-1)?.[1]).toContain('<mj-divider')
  expect(said.at(-1)?.[0]).not.toHaveProperty('pending')
})

// Catches a keyboard that can't move or remove a block, and a removal without a way back.
test('blocks are moved and removed by keyboard, and undo brings back both', async () => {
  const made = '<p>made</p>'
  const kept: Json = {
    document: documentOf(divider('a'), { id: 'b', kind: 'spacer', height: 8 }),
    made: await hashOf(made),
  }
  const { wrapper, kinds, ...mail } = await open(made, kept)
  const handle = () => wrapper.find('[data-block="b"] [data-handle]')
  await handle().trigger('keydown', { key: 'ArrowUp', altKey: true })
  expect(kinds()).toEqual(['spacer', 'divider'])
  await handle().trigger('keydown', { key: 'Delete' })
  expect(kinds()).toEqual(['divider'])
  await expect.poll(() => mail.said.at(-1)?.[1]).toContain('<mj-divider')
  // The draft's undo puts an older revision into the form.
  mail.html.value = made
  mail.kept.value = structuredClone(kept)
  await expect.poll(kinds).toEqual(['divider', 'spacer'])
})

// Catches a placeholder that is lost, doubled or changed on its way through the text editor.
test('placeholders become chips and come back as they were written', () => {
  const written = '<p>Hi {{ name }}, <a href="https://x.example.org/?u={{id}}">{{show.title}}</a> {{#each x}}</p>'
  expect(withChips(written)).toContain('<span data-placeholder="">{{ name }}</span>')
  expect(withChips(written)).toContain('href="https://x.example.org/?u={{id}}"')
  expect(withoutChips(withChips(written), false)).toBe(written)
  expect(withoutChips('<p>One <span data-placeholder="">{{two}}</span></p>', true)).toBe('One {{two}}')
  expect(withoutChips('<p></p>', false)).toBe('')
})
