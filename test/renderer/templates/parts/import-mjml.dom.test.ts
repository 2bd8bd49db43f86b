import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import ImportDialog from '../../../../renderer/views/templates/parts/ImportDialog.vue'
import { useTemplateFiles, type TemplateFiles } from '../../../../renderer/views/templates/state/useTemplateFiles.ts'
import type { Studio } from '../../../../renderer/views/templates/state/useStudio.ts'
import { mountOnDesk } from '../../support/mount.ts'

// Catches MJML that is read without the backend's compiler, and a note that is shown as its code.
test('MJML is compiled by the backend, and the dialog says what was not included', async () => {
  let files: TemplateFiles | undefined
  const Holder = defineComponent(() => {
    const own = useTemplateFiles({ template: shallowRef() } as unknown as Studio)
    files = own
    return () => h(ImportDialog, { files: own, openName: 'Open one', busy: false })
  })
  await mountOnDesk(Holder)
  await files?.take([new File(['<mj-preview>Doors at 8</mj-preview><mj-include path="foot.mjml" />'], 'a.mjml')])
  await flushPromises()
  await expect.poll(() => document.querySelector('[data-import-read]') !== null).toBe(true)
  const shown = document.body.textContent
  expect(shown).toContain('previewText')
  expect(shown).toContain('foot.mjml was not included.')
  expect(shown).not.toContain('mjml_')
  const [row] = files?.rows.value ?? []
  expect(row?.imported.ok && row.imported.template.htmlContent).toContain('<html><body><mj-preview>')
  files?.forget()
  await flushPromises()
})
