import { ref } from 'vue'
import type { DraftHead } from '#contract/draft.ts'
import { pickFiles, saveFile } from '#kit/composables/files.ts'
import type { DraftFilter } from '#writing/draft/useDraftList.ts'
import { readText } from '#kit/composables/reading/file-text.ts'
import { useReading } from '#kit/composables/task/useReading.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useDrafts } from '#writing/stores/drafts.ts'

const pageSize = 200
const maxExported = 10_000

export function useDraftFiles() {
  const drafts = useDrafts()
  const reading = useReading()
  const failedFile = ref<string>()

  const take = useOperation(async (files: File[]) => {
    const taken: DraftHead[] = []
    failedFile.value = undefined
    for (const file of files) {
      try {
        taken.push(...(await readDrafts(file)).drafts)
      } catch (reason) {
        failedFile.value = file.name
        throw reason
      }
    }
    return taken
  })

  async function readDrafts(file: File) {
    const { text } = await readText(file)
    return reading.run((task) => drafts.importText(text, task))
  }

  async function save(ids: string[]): Promise<number> {
    if (ids.length > 0) saveFile(await drafts.exportFile({ ids, format: 'json' }))
    return ids.length
  }

  return {
    /** Imports the drafts of these files, up to the first that can't be read: `failedFile`. */
    take,
    reading,
    failedFile,
    async pick() {
      const files = await pickFiles('.json,application/json', true)
      if (files.length > 0) await take.run(files)
    },
    exportOne: useOperation((id: string) => save([id])),
    exportAll: useOperation(async (filter: DraftFilter) => {
      const { query, ...rest } = filter
      const words = query?.trim() ?? ''
      const ids: string[] = []
      for (let before: string | undefined, more = true; more && ids.length < maxExported; more = before !== undefined) {
        const page = await drafts.list({
          ...rest,
          ...(words === '' ? {} : { query: words }),
          limit: pageSize,
          ...(before === undefined ? {} : { before }),
        })
        ids.push(...page.items.map(({ id }) => id))
        before = page.next
      }
      return save(ids.slice(0, maxExported))
    }),
  }
}
