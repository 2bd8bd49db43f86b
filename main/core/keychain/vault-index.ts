import type { ProfileDatabase } from '../storage/types.ts'

/** References only, in the order they were added. */
export interface VaultIndex {
  add(owner: string, reference: string): void
  remove(reference: string): void
  list(owner: string): string[]
  all(): string[]
}

export function createVaultIndex(database: ProfileDatabase): VaultIndex {
  const add = database.statement(
    'INSERT INTO vault_refs (reference, owner) VALUES (?, ?) ON CONFLICT (reference) DO UPDATE SET owner = excluded.owner',
  )
  const remove = database.statement('DELETE FROM vault_refs WHERE reference = ?')
  const list = database.statement('SELECT reference FROM vault_refs WHERE owner = ? ORDER BY rowid')
  const all = database.statement('SELECT reference FROM vault_refs ORDER BY rowid DESC')
  return {
    add: (owner, reference) => void add.run(reference, owner),
    remove: (reference) => void remove.run(reference),
    list: (owner) => list.all(owner).map(({ reference }) => String(reference)),
    all: () => all.all().map(({ reference }) => String(reference)),
  }
}
