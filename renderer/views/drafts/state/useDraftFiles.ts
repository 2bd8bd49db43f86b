// Drafts as files: in by dialog and by drag and drop, out as one JSON file.
import { ref } from 'vue'
import type { Ref } from 'vue'
import type { DraftHead } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import { pickFiles, saveFile } from '../../../composables/files.ts'
import type { DraftFilter } from '../../../composables/draft/useDraftList.ts'
import { useOperation } from '../../../composables/useOperation.ts'
import type { Operation } from '../../../composables/useOperation.ts'
import { useDrafts } from '../../../stores/drafts.ts'

const pageSize = 200
const mostExported = 10_000

export interface DraftFiles {
  /** Takes the drafts of these files; one file that can't be read ends it, and its name stands in `failedFile`. */
  take: Operation<[files: File[]], DraftHead[]>
  failedFile: Ref<string | undefined>
  /** Asks for files first. */
  pick(): Promise<void>
  /** Saves one draft, or all that a filter shows, as a file; answers how many went. */
  exportOne: Operation<[id: string], number>
  exportAll: Operation<[filter: DraftFilter], number>
}

export function useDraftFiles(): DraftFiles {
  const drafts = useDrafts()
  const failedFile = ref<string>()

  const take = useOperation(async (files: File[]) => {
    const taken: DraftHead[] = []
    failedFile.value = undefined
    for (const file of files) {
      try {
        taken.push(...(await drafts.importText(await file.text())).drafts)
      } catch (reason) {
        failedFile.value = file.name
        throw reason instanceof DeskError ? reason : new DeskError('invalid_input', String(reason))
      }
    }
    return taken
  })

  async function save(ids: string[]): Promise<number> {
    if (ids.length > 0) saveFile(await drafts.exportFile({ ids, format: 'json' }))
    return ids.length
  }

  return {
    take,
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
      for (
        let before: string | undefined, more = true;
        more && ids.length < mostExported;
        more = before !== undefined
      ) {
        const page = await drafts.list({
          ...rest,
          ...(words === '' ? {} : { query: words }),
          limit: pageSize,
          ...(before === undefined ? {} : { before }),
        })
        ids.push(...page.items.map(({ id }) => id))
        before = page.next
      }
      return save(ids.slice(0, mostExported))
    }),
  }
}
