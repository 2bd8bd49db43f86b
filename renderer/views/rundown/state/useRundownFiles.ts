import { computed, shallowRef } from 'vue'
import { pickFiles, saveFile } from '#composables/files.ts'
import { useFileDrop } from '#composables/useFileDrop.ts'
import { useOperation } from '#composables/useOperation.ts'
import { useRundowns } from '#stores/air/rundowns.ts'
import type { RundownEditor } from './useRundownEditor.ts'

/** Files that come in, chosen or dropped, and those that go out. */
export function useRundownFiles(editor: Pick<RundownEditor, 'saved' | 'flush'>) {
  const store = useRundowns()
  /** What is looked at before it is taken. */
  const file = shallowRef<{ name: string; text: string; merges: boolean }>()

  async function take(files: readonly File[], merges = false): Promise<void> {
    const [first] = files
    if (first === undefined || !(await editor.flush())) return
    file.value = { name: first.name, text: await first.text(), merges }
  }
  useFileDrop((dropped) => void take(dropped))

  return {
    file,
    importing: computed({ get: () => file.value !== undefined, set: (on) => on || (file.value = undefined) }),
    pick: async (merges: boolean): Promise<void> =>
      take(await pickFiles('.csv,.tsv,.txt,.json,text/csv,application/json'), merges),
    exporting: useOperation(async (format: 'csv' | 'json') => {
      const { id } = editor.saved.value ?? {}
      if (id !== undefined && (await editor.flush())) saveFile(await store.exportFile(id, format))
    }),
  }
}
