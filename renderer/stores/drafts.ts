import { defineStore } from 'pinia'
import type { BridgeInput, BridgeOutput } from '#contract/bridge.ts'
import type { Draft, DraftHead, DraftPage, DraftRevision, ExportedFile } from '#contract/draft.ts'
import type { BridgeEvents } from '#contract/events.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Intent } from '#contract/models.ts'
import { call, on, onOpen } from '../bridge/index.ts'
import type { Pressed } from '../composables/pressed.ts'
import { decisionHere } from './decision-here.ts'

const paletteLimit = 20

/** Every draft of the profile. Nothing is cached but what a screen shows: lists come by `useDraftList`, the open draft by `useDraft`. */
export const useDrafts = defineStore('drafts', () => {
  const gaps = createListeners<[restarted: boolean]>()
  on('desk.restarted', () => gaps.emit(true))
  onOpen(() => gaps.emit(false))

  /** Hears every change of a draft until the returned function is called. */
  const onChange = (listener: (change: BridgeEvents['drafts.changed']) => void): (() => void) =>
    on('drafts.changed', listener)
  /** Hears when events may have been missed: the link opened again, or another profile database is open (`restarted`). */
  const onGap = (listener: (restarted: boolean) => void): (() => void) => gaps.add(listener)

  const list = (input: BridgeInput<'drafts.list'>): Promise<DraftPage> => call('drafts.list', input)
  const get = (id: string, revision?: number): Promise<Draft> =>
    call('drafts.get', { id, ...(revision === undefined ? {} : { revision }) })
  const save = (input: BridgeInput<'drafts.save'>): Promise<Draft> => call('drafts.save', input)
  const link = (id: string, links: Record<string, string | null>): Promise<Draft> => call('drafts.link', { id, links })
  /** Into the bin, or for good. */
  const remove = (id: string, forever = false): Promise<unknown> => call('drafts.remove', { id, forever })
  const restore = (id: string): Promise<Draft> => call('drafts.restore', { id })
  const revisions = (input: BridgeInput<'drafts.revisions'>): Promise<{ items: DraftRevision[]; next?: number }> =>
    call('drafts.revisions', input)
  const revert = (input: BridgeInput<'drafts.revert'>): Promise<Draft> => call('drafts.revert', input)
  const duplicate = (id: string, title?: string): Promise<Draft> =>
    call('drafts.duplicate', { id, ...(title === undefined ? {} : { title }) })
  /** Makes a ledger intent of a revision; answers once it is settled, queued or unknown. */
  const submit = async (id: string, revision: number, pressed: Pressed): Promise<Intent> =>
    call('drafts.submit', { id, revision, ...decisionHere(pressed) })
  /** Takes drafts out of a file's text. @throws DeskError `invalid_input` with the place; nothing is taken then. */
  const importText = (text: string): Promise<BridgeOutput<'drafts.import'>> => call('drafts.import', { text })
  const exportFile = (input: BridgeInput<'drafts.export'>): Promise<ExportedFile> => call('drafts.export', input)

  /** The newest drafts, or the best hits of a few words; for the palette. */
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
