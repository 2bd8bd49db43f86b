// What a person chose, kept in the profile as JSON by name.
import type { Json } from '#contract/json.ts'
import type { Settings } from '#contract/models.ts'
import type { AuthScheme, Product } from '#contract/operation.ts'
import type { ProfileDatabase } from '../storage/types.ts'

const defaults: Settings = { theme: 'system', density: 'compact', authOverrides: {} }

export interface SettingsStore {
  get(): Settings
  update(change: { [K in keyof Settings]?: Settings[K] | undefined }): Settings
  /** A single named value, as it was written; for the other parts of the desk that remember something small. */
  read(name: string): unknown
  /** Throws DeskError `invalid_input` naming the field in which a known secret stands. */
  write(name: string, value: Json): void
}

/** What an operation is sent with: the person's choice for its product, but never a credential with what needs none. */
export function schemeOf(
  { authOverrides }: Pick<Settings, 'authOverrides'>,
  product: Product,
  byCatalog: AuthScheme,
): AuthScheme {
  return byCatalog === 'none' ? 'none' : (authOverrides[product] ?? byCatalog)
}

/** `refuse` throws where a value to be written holds a secret. */
export function createSettings(
  database: ProfileDatabase,
  refuse: (value: Json) => void = () => undefined,
): SettingsStore {
  const select = database.statement('SELECT value FROM settings WHERE key = ?')
  const upsert = database.statement(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )

  function read(name: string): unknown {
    const row = select.get(name)
    return row === undefined ? undefined : JSON.parse(String(row.value))
  }
  function write(name: string, value: Json): void {
    refuse(value)
    upsert.run(name, JSON.stringify(value))
  }

  let current: Settings = { ...defaults, ...(read('desk') as Partial<Settings> | undefined) }
  return {
    get: () => current,
    update(change) {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const next: Settings = { ...current, ...given }
      write('desk', { ...next })
      current = next
      return next
    },
    read,
    write,
  }
}
