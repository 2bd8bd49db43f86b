// Undo of the open rundown: what was changed in this window first; another's newest change is named, and a second press takes it back.
import { shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RundownRevision } from '#contract/air/rundown.ts'
import { useForeignText } from '#writing/draft/useForeignText.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { isTyping, useHotkeys } from '#kit/composables/useHotkeys.ts'
import type { RundownEditor } from './useRundownEditor.ts'

interface UndoParts<T> {
  locked: () => boolean
  /** Called before anything is taken back; `after` with what it returned, once it was. */
  before: () => T
  after: (told: T) => void
}

/** The undo of the view, also by its keys. */
export function useUndo<T>(editor: RundownEditor, { locked, before, after }: UndoParts<T>) {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  const foreign = shallowRef<RundownRevision>()
  const foreignText = useForeignText(foreign)
  watch([() => editor.saved.value?.revision, () => editor.saved.value?.id], () => (foreign.value = undefined))

  async function undo(): Promise<void> {
    if (foreign.value === undefined) {
      foreign.value = await editor.foreignChange().catch(() => undefined)
      if (foreign.value !== undefined) return announce(foreignText.value)
    }
    foreign.value = undefined
    const told = before()
    if (!(await editor.undo())) return
    announce(t('rundown.undone'))
    after(told)
  }
  const byKey = (act: () => unknown) => (event: KeyboardEvent) => {
    // The field has an undo of its own.
    if (isTyping(event.target) || editor.saved.value === undefined || locked()) return
    event.preventDefault()
    act()
  }
  useHotkeys({
    'mod+z': (event) => byKey(() => (event.shiftKey ? editor.redo() : undo()))(event),
    'mod+y': byKey(() => editor.redo()),
  })
  return { foreign, foreignText, undo }
}
