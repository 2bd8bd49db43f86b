import { defineStore } from 'pinia'
import type { CareKind, Transfer } from '#contract/maintenance.ts'
import { call, caller } from '../bridge/index.ts'

export const useMaintenance = defineStore('care', () => {
  /** @throws DeskError `storage_*`, `too_large`. */
  const exportProfile = () => call('profile.export')

  /** What an import would do. @throws DeskError `invalid_input` with the line of a damaged or newer file. */
  const preview = ({ id }: Transfer, task: string) => call('profile.preview', { transfer: id, task })

  /** The desk reopens and every page reloads. @throws DeskError: nothing was imported. */
  const importProfile = ({ id }: Transfer, kinds: CareKind[], task: string) =>
    call('profile.import', { transfer: id, kinds, task })

  const readLog = caller('diagnostics.log')

  /** @throws DeskError `storage_*`. */
  const writeReport = () => call('diagnostics.export')

  return { exportProfile, preview, importProfile, readLog, writeReport }
})
