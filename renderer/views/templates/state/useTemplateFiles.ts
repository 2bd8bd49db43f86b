import { computed, ref, shallowRef } from 'vue'
import type { DraftFormat } from '#contract/draft.ts'
import { pickFiles, saveFile } from '#kit/composables/files.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { useMail } from '#writing/stores/mail.ts'
import type { ReadRow } from '../model/import-many.ts'
import type { Template } from '../model/types.ts'
import type { Studio } from './useStudio.ts'

const titleIn = ({ imported }: ReadRow): string | undefined =>
  imported.ok && (imported.template.subject ?? '') === '' ? imported.title : undefined

/** The fields that a row brings: those of its file, and its title where that is taken as the subject. */
export function broughtBy(row: ReadRow, withTitle: boolean): Partial<Template> {
  const { imported } = row
  if (!imported.ok) return {}
  const title = titleIn(row)
  return withTitle && title !== undefined ? { ...imported.template, subject: title } : imported.template
}

/** What a draft is called whose template has no name: as its file, with its place in a file that has several. */
export function nameOf({ name, part }: ReadRow): string {
  const base = (name.split('/').at(-1) ?? name).replace(/\.[^.]+$/, '')
  return part === undefined ? base : `${base} ${part.at}`
}

/** Templates from files and as files in four formats. A file that can't be read changes nothing. */
export function useTemplateFiles(studio: Studio) {
  const drafts = useDrafts()
  const { compile } = useMail()
  const rows = shallowRef<ReadRow[]>([])
  const reading = ref(false)
  const titleAsSubject = ref(true)
  const titleOverSubject = ref(false)

  async function take(chosen: File[]): Promise<void> {
    if (chosen.length === 0 || reading.value) return
    reading.value = true
    titleAsSubject.value = true
    titleOverSubject.value = false
    try {
      const { importMany } = await import('../model/import-many.ts')
      rows.value = await importMany(chosen, compile)
    } finally {
      reading.value = false
    }
  }

  return {
    rows,
    reading,
    titleAsSubject,
    /** Whether the title replaces a subject that the open template has. */
    titleOverSubject,
    /** The subject of the open template, where the only row would bring its title in its place. */
    keptSubject: computed(() => {
      const [row, ...others] = rows.value
      const subject = studio.template.value?.subject.trim()
      return row !== undefined && others.length === 0 && titleIn(row) !== undefined && subject ? subject : undefined
    }),
    /** What a row changes in the open template. */
    replacing: (row: ReadRow): Partial<Template> =>
      broughtBy(row, studio.template.value?.subject.trim() ? titleOverSubject.value : titleAsSubject.value),
    readable: computed(() => rows.value.filter(({ imported }) => imported.ok)),
    take,
    async readIn(row: ReadRow, charset: string): Promise<void> {
      const { inCharset } = await import('../model/import-many.ts')
      const next = await inCharset(row, charset, compile)
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
