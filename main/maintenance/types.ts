import type { BridgeOutput, BridgeParams } from '#contract/bridge.ts'
import type { Backup, CareKind, ChangePreview, Transfer } from '#contract/maintenance.ts'
import type { Reading } from '../core/types.ts'

export interface Backups {
  list(): Backup[]
  create(): Promise<Backup>
  /** Throws `not_found_here`, `storage_failed`. */
  preview(id: string): ChangePreview
  /** Throws `not_found_here`, `storage_failed` where it can't be restored. */
  check(id: string): void
  /** Copies the present state first. The caller opens the desk again, and calls `undo` if that fails. */
  restore(id: string): Promise<{ restored: Backup; before: Backup; undo: () => Promise<void> }>
}

export interface Transfers {
  begin(name: string): Transfer
  /** Throws `invalid_input` where `offset` is not the file's end. */
  append(id: string, offset: number, text: string): Transfer
  read(id: string, offset: number): { text: string; next?: number }
  end(id: string): void
  /** Absolute path for the backend's own use. Throws `not_found_here`. */
  path(id: string): string
  /** Called after the backend has written to the path. */
  finish(id: string): Transfer
}

export interface ProfileFile {
  export(): Promise<Transfer>
  /** Throws `invalid_input` for a damaged or newer file, `cancelled`. */
  preview(transfer: string, reading?: Reading): Promise<ChangePreview>
  /** Imports in one transaction. Open intents come in held or unknown, so that two machines never send one twice. */
  import(transfer: string, kinds: readonly CareKind[], reading?: Reading): Promise<ChangePreview>
}

export interface Diagnostics {
  log(input: BridgeParams<'diagnostics.log'>): Promise<BridgeOutput<'diagnostics.log'>>
  export(): Promise<Transfer>
}
