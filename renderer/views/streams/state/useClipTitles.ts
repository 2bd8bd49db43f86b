// The platform has no operation that renames a clip, so later titles are kept on this desk: one draft per stream, backed up like any other.
import { cutText } from '#contract/cut-text.ts'
import { ref, watch } from 'vue'
import type { Draft } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { Named } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { createClip, titlesDraftId } from '../model/clips.ts'

export function useClipTitles(
  environment: () => EnvironmentId | undefined,
  stream: () => Named,
  texts: { title: (name: string) => string; notes: () => string },
) {
  const drafts = useDrafts()
  /** By the clip's identifier or, before it has one, by its intent's. */
  const titles = ref<Readonly<Record<string, string>>>({})
  const idNow = (): string | undefined => titlesDraftId(environment() ?? '', stream().id)

  async function read(id: string): Promise<Draft | undefined> {
    try {
      return await drafts.get(id)
    } catch (error) {
      if (error instanceof DeskError && error.code === 'not_found_here') return undefined
      throw error
    }
  }

  async function load(): Promise<void> {
    const id = idNow()
    titles.value = {}
    if (environment() === undefined || id === undefined) return
    const draft = await read(id)
    if (idNow() === id) titles.value = titlesIn(draft)
  }
  watch([environment, () => stream().id], () => void load().catch(() => undefined), { immediate: true })

  const give = useOperation(async (key: string, title: string): Promise<true> => {
    const id = idNow()
    const where = environment()
    if (id === undefined || where === undefined)
      throw new DeskError('not_supported', 'The identifier of this stream is too long to keep titles for its clips.', {
        facts: { reason: 'stream_id_too_long', stream: stream().name },
      })
    const before = await read(id)
    const all = { ...titlesIn(before), [key]: title.trim() }
    if (title.trim() === '') delete all[key]
    await drafts.save({
      id,
      ...(before && { baseRevision: before.revision }),
      operation: createClip,
      title: cutText(texts.title(stream().name), 500),
      path: {},
      query: {},
      body: null,
      notes: texts.notes(),
      tags: ['clips'],
      environment: where,
      extra: { titles: all },
      base: null,
    })
    if (idNow() === id) titles.value = all
    return true
  })

  return { titles, give }
}

function titlesIn(draft: Draft | undefined): Record<string, string> {
  const kept = draft?.extra['titles']
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
