import type { BridgeOutput, BridgeParams } from '#contract/bridge.ts'
import type { Backup, CareKind, ChangePreview, Transfer } from '#contract/maintenance.ts'

export interface Backups {
  list(): Backup[]
  create(): Promise<Backup>
  /** Throws DeskError `not_found_here`, `storage_failed`. */
  preview(id: string): ChangePreview
  /** Whether it can be restored. Throws DeskError `not_found_here`, `storage_failed`. */
  check(id: string): void
  /** Copies the present and puts the backup in its place; the caller opens the desk again, and calls `undo` where that fails. */
  restore(id: string): Promise<{ restored: Backup; before: Backup; undo: () => Promise<void> }>
}

/** Files in pieces, in a folder of the profile that is emptied at each start. */
export interface Transfers {
  begin(name: string): Transfer
  /** Throws DeskError `invalid_input` where `offset` is not the file's end. */
  append(id: string, offset: number, text: string): Transfer
  read(id: string, offset: number): { text: string; next?: number }
  end(id: string): void
  /** Absolute path, for the backend's own writing and reading. Throws DeskError `not_found_here`. */
  path(id: string): string
  /** After the backend wrote to its path. */
  finish(id: string): Transfer
}

/** Everything without secrets as one file (docs/profile-file.md). */
export interface ProfileFile {
  export(): Promise<Transfer>
  /** Reads the whole file first. Throws DeskError `invalid_input` for a damaged or a newer one. */
  preview(transfer: string): Promise<ChangePreview>
  /** One transaction; nothing has changed where it throws. Open intents come in held or unknown, so that two machines never send one twice. */
  import(transfer: string, kinds: readonly CareKind[]): Promise<ChangePreview>
}

export interface Diagnostics {
  log(input: BridgeParams<'diagnostics.log'>): Promise<BridgeOutput<'diagnostics.log'>>
  export(): Promise<Transfer>
}
