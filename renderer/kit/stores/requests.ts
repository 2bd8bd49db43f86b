import { defineStore } from 'pinia'
import type { BridgeInput } from '#contract/bridge.ts'
import { call, caller } from '../bridge/index.ts'

export const useRequests = defineStore('requests', () => {
  /** @throws DeskError for what never reached the wire. */
  const read = caller('requests.read')
  const cancel = (press: string) => call('requests.cancel', { press })
  /** What was seen on the wire of a write; null where nothing is known any more. */
  const ofIntent = (id: string) => call('requests.ofIntent', { id })
  /** A piece of an answer, at most 1 MiB of text. @throws DeskError `not_found_here` */
  const part = (id: string, from: number, length: number) => call('answers.part', { id, from, length })
  const exportCatalog = (input: BridgeInput<'catalog.export'>) => call('catalog.export', input)

  return { read, cancel, ofIntent, part, exportCatalog }
})
