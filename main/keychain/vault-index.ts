import type { ProfileDatabase } from '../storage/types.ts'

/** Which secrets an owner has: references only, in the order they were added. */
export interface VaultIndex {
  /** Enters a reference; one that is there gets the new owner. */
  add(owner: string, reference: string): void
  remove(reference: string): void
  list(owner: string): string[]
  /** Every reference. */
  all(): string[]
}

/** The index in the profile's table `vault_refs(reference, owner)`. */
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

/** The same in memory. */
export function createMemoryVaultIndex(): VaultIndex {
  const owners = new Map<string, string>()
  return {
    add: (owner, reference) => void owners.set(reference, owner),
    remove: (reference) => void owners.delete(reference),
    list: (owner) => [...owners].filter(([, of]) => of === owner).map(([reference]) => reference),
    all: () => [...owners.keys()],
  }
}
