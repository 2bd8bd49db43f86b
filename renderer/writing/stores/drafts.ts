import { defineStore } from 'pinia'
import type { Deed } from '#contract/deed-schema.ts'
import { defined } from '#contract/defined.ts'
import type { DraftHead } from '#contract/draft.ts'
import type { BridgeEvents } from '#contract/events.ts'
import { createListeners } from '#contract/listeners.ts'
import { call, caller, on, onOpen } from '#kit/bridge/index.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { decisionHere } from '#kit/stores/decision-here.ts'

const paletteLimit = 20

/** The drafts of the profile. Nothing is cached: lists come from `useDraftList`, the open draft from `useDraft`. */
export const useDrafts = defineStore('drafts', () => {
  const gaps = createListeners<[restarted: boolean]>()
  on('desk.restarted', () => gaps.emit(true))
  onOpen(() => gaps.emit(false))

  const onChange = (listener: (change: BridgeEvents['drafts.changed']) => void): (() => void) =>
    on('drafts.changed', listener)
  /** Events may have been missed: the link opened again, or another profile database is open (`restarted`). */
  const onGap = (listener: (restarted: boolean) => void): (() => void) => gaps.add(listener)

  const list = caller('drafts.list')
  const get = (id: string, revision?: number) =>
    call('drafts.get', { id, ...(revision === undefined ? {} : { revision }) })
  const save = caller('drafts.save')
  const link = (id: string, links: Record<string, string | null>) => call('drafts.link', { id, links })
  /** Into the bin, or for good. */
  const remove = (id: string, forever = false) => call('drafts.remove', { id, forever })
  const restore = (id: string) => call('drafts.restore', { id })
  const revisions = caller('drafts.revisions')
  const revert = caller('drafts.revert')
  const duplicate = (id: string, title?: string) =>
    call('drafts.duplicate', { id, ...(title === undefined ? {} : { title }) })
  /** Sends a revision; answers once it is settled, queued or unknown. */
  const submit = async (id: string, revision: number, pressed: Pressed, deed?: Deed) =>
    call('drafts.submit', { id, revision, ...defined({ deed }), ...decisionHere(pressed) })
  /** Reads drafts from a file's text. @throws DeskError `invalid_input` with the place. */
  const importText = (text: string, task: string) => call('drafts.import', { text, task })
  const exportFile = caller('drafts.export')

  async function searchDrafts(query: string): Promise<DraftHead[]> {
    const words = query.trim().slice(0, 200)
    return (await list({ limit: paletteLimit, ...(words === '' ? {} : { query: words }) })).items
  }

  return {
    onChange,
    onGap,
    list,
    get,
    save,
    link,
    remove,
    restore,
    revisions,
    revert,
    duplicate,
    submit,
    importText,
    exportFile,
    searchDrafts,
  }
})
