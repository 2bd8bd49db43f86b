import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { cueFields } from '#contract/air/rundown.ts'
import { pickFiles, saveFile } from '#kit/composables/files.ts'
import { sheetSigns } from '#kit/composables/locale/numbers.ts'
import { readText, type FileText } from '#kit/composables/reading/file-text.ts'
import { useFileDrop } from '#kit/composables/useFileDrop.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useRundowns } from '#air/stores/rundowns.ts'
import type { RundownEditor } from './useRundownEditor.ts'

/** Files that come in, chosen or dropped, and those that go out. */
export function useRundownFiles(editor: Pick<RundownEditor, 'saved' | 'flush'>) {
  const { t } = useI18n()
  const store = useRundowns()
  /** What is looked at before it is taken. */
  const file = shallowRef<FileText & { source: File; merges: boolean }>()

  const taking = useOperation(async (files: readonly File[], merges: boolean) => {
    const [source] = files
    if (source === undefined || !(await editor.flush())) return
    file.value = { ...(await readText(source)), source, merges }
  })
  useFileDrop((dropped) => void taking.run(dropped, false))

  const readIn = useOperation(async (charset: string) => {
    const open = file.value
    if (open !== undefined) file.value = { ...open, ...(await readText(open.source, charset)) }
  })
  const exporting = useOperation(async (format: 'csv' | 'json') => {
    const { id } = editor.saved.value ?? {}
    if (id === undefined || !(await editor.flush())) return
    const headings = cueFields.map((field) => t(`rundown.import.field.${field}`))
    const { delimiter } = sheetSigns()
    saveFile(await store.exportFile({ id, format, ...(format === 'csv' && { sheet: { delimiter, headings } }) }))
  })

  return {
    file,
    fileError: computed(() => taking.error.value ?? readIn.error.value ?? exporting.error.value),
    importing: computed({ get: () => file.value !== undefined, set: (on) => on || (file.value = undefined) }),
    pick: async (merges: boolean): Promise<void> => {
      await taking.run(await pickFiles('.csv,.tsv,.txt,.json,text/csv,application/json'), merges)
    },
    /** Reads it again in a character set that the person chose. */
    readIn,
    exporting,
  }
}
