// Templates as files: in by dialog and by drag and drop, out in four formats. A file that can't be read changes nothing.
import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import type { DraftFormat } from '#contract/draft.ts'
import { pickFiles, saveFile } from '../../../composables/files.ts'
import { useOperation } from '../../../composables/useOperation.ts'
import type { Operation } from '../../../composables/useOperation.ts'
import { useDrafts } from '../../../stores/drafts.ts'
import type { Note } from '../model/body.ts'
import type { ImportError } from '../model/import.ts'
import type { Template } from '../model/types.ts'
import type { Studio } from './useStudio.ts'

interface ReadFile {
  name: string
  template: Partial<Template>
  notes: Note[]
}

export interface TemplateFiles {
  /** A file that was read, waiting for the person to say where it goes. */
  waiting: Readonly<ShallowRef<ReadFile | undefined>>
  /** What a file met that could not be read. */
  failed: Readonly<ShallowRef<{ name: string; error: ImportError } | undefined>>
  pick(): Promise<void>
  take(file: File): Promise<void>
  forget(): void
  save: Operation<[format: DraftFormat], boolean>
}

export function useTemplateFiles(studio: Studio): TemplateFiles {
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
    async pick() {
      const { importTypes } = await import('../model/import.ts')
      const [file] = await pickFiles(importTypes.join(','))
      if (file !== undefined) await take(file)
    },
    forget() {
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
