import { shallowRef } from 'vue'
import type { DraftFormat } from '#contract/draft.ts'
import { pickFiles, saveFile } from '#composables/files.ts'
import { useOperation } from '#composables/useOperation.ts'
import { useDrafts } from '#stores/drafts.ts'
import type { Note } from '../model/body.ts'
import type { ImportError } from '../model/import.ts'
import type { Template } from '../model/types.ts'
import type { Studio } from './useStudio.ts'

interface ReadFile {
  name: string
  template: Partial<Template>
  notes: Note[]
}

/** Templates from files and as files in four formats. A file that can't be read changes nothing. */
export function useTemplateFiles(studio: Studio) {
  const drafts = useDrafts()
  const waiting = shallowRef<ReadFile>()
  const failed = shallowRef<{ name: string; error: ImportError }>()

  async function take(file: File): Promise<void> {
    const { importFile } = await import('../model/import.ts')
    const imported = await importFile(file.name, new Uint8Array(await file.arrayBuffer()))
    waiting.value = imported.ok ? { name: file.name, template: imported.template, notes: imported.notes } : undefined
    failed.value = imported.ok ? undefined : { name: file.name, error: imported.error }
  }

  return {
    waiting,
    failed,
    take,
    async pick(): Promise<void> {
      const { importTypes } = await import('../model/import.ts')
      const [file] = await pickFiles(importTypes.join(','))
      if (file !== undefined) await take(file)
    },
    forget(): void {
      waiting.value = undefined
      failed.value = undefined
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
