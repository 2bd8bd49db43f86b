// The rundown that the view has open.
import { computed, shallowReadonly, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { shownLength } from '#answers/cue-times.ts'
import type { Rundown, RundownContent } from '#contract/air/rundown.ts'
import { isObject } from '#contract/json.ts'
import { sameJson } from '#writing/draft/draft-content.ts'
import type { RevisionKind } from '#writing/revisions/types.ts'
import { useRevisionEditor } from '#writing/revisions/useRevisionEditor.ts'
import { useRundowns } from '#air/stores/rundowns.ts'
import { contentOf } from '../model/cues.ts'

export type RundownEditor = ReturnType<typeof useRundownEditor>

/** Rundowns as records with revisions. */
function useRundownKind(): RevisionKind<RundownContent, Rundown> {
  const { t } = useI18n()
  const store = useRundowns()
  const cueOf = (id: string | undefined, contents: readonly RundownContent[]) =>
    contents.flatMap(({ cues }) => cues).find((cue) => cue.id === id)
  return {
    store: {
      ...store,
      onChange: (listener) => store.onChange(({ rundown: head, removed }) => listener({ head, removed })),
    },
    contentOf,
    shape: { isWhole: (path) => path[2] === 'steps' && path[4] === 'action' },
    nameOf([field = '', id, ofCue, step, ofStep], ...contents) {
      if (field !== 'cues') return { name: t(`rundown.change.own.${field}`) }
      const cue = cueOf(id, contents)
      const name = id === undefined ? t('rundown.change.field.cues') : cue?.title || t('rundown.untitled.cue')
      const rest = ofCue && t(`rundown.change.field.${ofCue}`)
      const stepName = step && (cue?.steps.find((one) => one.id === step)?.name || t('rundown.change.step'))
      return { name, rest: [rest, stepName, ofStep && t(`rundown.change.field.${ofStep}`)].filter(Boolean).join(', ') }
    },
    textOf([field, id, ofCue, step, ofStep], value, content) {
      const last = ofStep ?? (step === undefined ? (ofCue ?? (id === undefined ? field : undefined)) : undefined)
      if (last === 'cues' && Array.isArray(value))
        return value.map((one) => cueOf(String(one), [content])?.title || t('rundown.untitled.cue')).join(', ')
      if (last === undefined)
        return isObject(value) ? String(value['title'] ?? value['name']) : t('rundown.change.removed')
      if (last === 'durationMs' && typeof value === 'number') return shownLength(value)
      if (last === 'steps' && Array.isArray(value)) return t('rundown.change.steps', value.length)
      if (typeof value === 'boolean') return t(value ? 'rundown.change.yes' : 'rundown.change.no')
      if (last === 'colour') return t(`rundown.colour.${String(value)}`)
      return last === 'environment' ? t(`common.environment.${String(value)}`) : undefined
    },
    revisionOf: ({ cues }) => ({ count: cues.filter(({ kind, skip }) => kind === 'cue' && !skip).length }),
  }
}

/** Opens rundowns and saves them; to be called in a component's setup. */
export function useRundownEditor() {
  /** As it is on screen. */
  const content = shallowRef<RundownContent>()
  const editor = useRevisionEditor(useRundownKind(), {
    read: () => content.value,
    load: (rundown) => (content.value = rundown && contentOf(rundown)),
  })

  /** Changes what is on screen. `atOnce` makes it a revision of its own, which an undo takes back alone. */
  function change(edit: (now: RundownContent) => RundownContent, atOnce = false): void {
    const now = content.value
    if (now === undefined) return
    const next = edit(now)
    if (sameJson(now, next)) return
    if (atOnce) editor.seal()
    content.value = next
    editor.touch()
    if (atOnce) void editor.flush()
  }
  return {
    ...editor,
    saved: editor.record,
    content: shallowReadonly(content),
    /** Nothing can be changed now. */
    locked: computed(() => editor.removed.value !== undefined || editor.conflict.value !== undefined),
    change,
  }
}
