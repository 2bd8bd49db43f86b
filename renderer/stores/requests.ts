import { defineStore } from 'pinia'
import type { BridgeInput } from '#contract/bridge.ts'
import type { ExportedFile } from '#contract/draft.ts'
import type { Exchange } from '#contract/requests.ts'
import { call } from '../bridge/index.ts'

/** Requests of the generic screens and the answers that the desk keeps for them. Nothing is cached here. */
export const useRequests = defineStore('requests', () => {
  /** A read with all that was seen of it. @throws DeskError for what never reached the wire. */
  const read = (request: BridgeInput<'requests.read'>): Promise<Exchange> => call('requests.read', request)
  const cancel = (press: string): Promise<Record<string, never>> => call('requests.cancel', { press })
  /** What was seen on the wire of a write; null where nothing is known any more. */
  const ofIntent = (id: string): Promise<Exchange | null> => call('requests.ofIntent', { id })
  /** A piece of an answer, 1 MiB of text at most. @throws DeskError `not_found_here` */
  const part = (id: string, from: number, length: number): Promise<{ text: string; done: boolean }> =>
    call('answers.part', { id, from, length })
  const exportCatalog = (format: BridgeInput<'catalog.export'>['format'], learned: boolean): Promise<ExportedFile> =>
    call('catalog.export', { format, learned })

  return { read, cancel, ofIntent, part, exportCatalog }
})
