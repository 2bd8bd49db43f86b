import { defineStore } from 'pinia'
import type { BridgeInput, BridgeOutput } from '#contract/bridge.ts'
import type { CareKind, ChangePreview, Transfer } from '#contract/maintenance.ts'
import { call } from '../bridge/index.ts'

/** Everything as one file, and what a bug report needs. Nothing of it is kept: files and logs are read when they are asked for. */
export const useMaintenance = defineStore('care', () => {
  /** Writes the profile into a file to be fetched. @throws DeskError `storage_*`, `too_large`. */
  const exportProfile = (): Promise<Transfer> => call('profile.export')

  /** What an import would do; nothing changes. @throws DeskError `invalid_input` with the line of a damaged or newer file. */
  const preview = ({ id }: Transfer): Promise<ChangePreview> => call('profile.preview', { transfer: id })

  /** The desk opens anew before this answers where anything was taken, and every page is told to reload. @throws DeskError: nothing was taken then. */
  const importProfile = ({ id }: Transfer, kinds: CareKind[]): Promise<ChangePreview> =>
    call('profile.import', { transfer: id, kinds })

  const readLog = (input: BridgeInput<'diagnostics.log'>): Promise<BridgeOutput<'diagnostics.log'>> =>
    call('diagnostics.log', input)

  /** Writes the report into a file to be fetched. @throws DeskError `storage_*`. */
  const writeReport = (): Promise<Transfer> => call('diagnostics.export')

  return { exportProfile, preview, importProfile, readLog, writeReport }
})
