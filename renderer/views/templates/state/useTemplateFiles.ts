import { computed, ref, shallowRef } from 'vue'
import type { DraftFormat } from '#contract/draft.ts'
import { pickFiles, saveFile } from '#composables/files.ts'
import { useOperation } from '#composables/useOperation.ts'
import { useDrafts } from '#stores/drafts.ts'
import type { ReadRow } from '../model/import-many.ts'
import type { Template } from '../model/types.ts'
import type { Studio } from './useStudio.ts'

/** The fields that a row brings: those of its file, and its title where that is taken as the subject. */
export function broughtBy({ imported }: ReadRow, withTitle: boolean): Partial<Template> {
  if (!imported.ok) return {}
  const { template, title } = imported
  return withTitle && title !== undefined && (template.subject ?? '') === ''
    ? { ...template, subject: title }
    : template
}

/** Templates from files and as files in four formats. A file that can't be read changes nothing. */
export function useTemplateFiles(studio: Studio) {
  const drafts = useDrafts()
  const rows = shallowRef<ReadRow[]>([])
  const reading = ref(false)
  const titleAsSubject = ref(true)
  const missing = ref('')

  async function take(chosen: File[]): Promise<void> {
    if (chosen.length === 0 || reading.value) return
    reading.value = true
    missing.value = ''
    titleAsSubject.value = true
    try {
      const { importMany } = await import('../model/import-many.ts')
      rows.value = await importMany(chosen)
    } catch {
      rows.value = []
      missing.value = chosen.map(({ name }) => name).join(', ')
    } finally {
      reading.value = false
    }
  }

  return {
    rows,
    reading,
    titleAsSubject,
    /** The names of files that the browser could not open any more. */
    missing,
    readable: computed(() => rows.value.filter(({ imported }) => imported.ok)),
    take,
    async readIn(row: ReadRow, charset: string): Promise<void> {
      const { inCharset } = await import('../model/import-many.ts')
      const next = await inCharset(row, charset)
      rows.value = rows.value.map((one) => (one === row ? next : one))
    },
    /** After its draft was created, so that a second try doesn't create it again. */
    done(row: ReadRow): void {
      rows.value = rows.value.filter((one) => one !== row)
    },
    async pick(): Promise<void> {
      const { choosable } = await import('../model/import-many.ts')
      await take(await pickFiles(choosable.join(','), true))
    },
    forget(): void {
      rows.value = []
      missing.value = ''
    },
    save: useOperation(async (format: DraftFormat) => {
      const { template, drafts: editor } = studio
      if (template.value === undefined) return false
      if (format === 'eml') {
        const id = editor.draft.value?.id
        if (id === undefined || !(await editor.flush())) return false
        saveFile(await drafts.exportFile({ ids: [id], format }))
      } else {
        const { exportTemplate } = await import('../model/export.ts')
        saveFile(exportTemplate(template.value, format))
      }
      return true
    }),
  }
}

export type TemplateFiles = ReturnType<typeof useTemplateFiles>
