import type { z } from 'zod'
import { isObject, type Json } from '#contract/json.ts'
import { firstSettings, settingsSchema, type Settings } from '#contract/settings.ts'
import type { AuthScheme, Product } from '#contract/operation.ts'
import type { ProfileDatabase } from '../storage/types.ts'

/** The members of what was kept that fit their part of the schema; another version may have kept more. */
export function keptParts<S extends z.ZodObject<Record<string, z.ZodType>>>(
  schema: S,
  kept: unknown,
): Partial<z.output<S>> {
  const shape: Record<string, z.ZodType> = schema.shape
  const entries = Object.entries<unknown>(typeof kept === 'object' && kept !== null ? { ...kept } : {})
  return Object.fromEntries(
    entries.filter(([name, value]) => shape[name]?.safeParse(value).success === true),
  ) as Partial<z.output<S>>
}

/** Keys that arm commands; running an ad was called `run` before. */
export function renamedKeys(keys: unknown): unknown {
  if (!isObject(keys) || keys.run === undefined) return keys
  const { run, ...others } = keys
  return { runAd: run, ...others }
}

export interface SettingsStore {
  get(): Settings
  update(change: { [K in keyof Settings]?: Settings[K] | undefined }): Settings
  /** A single value by name, for parts of the desk that remember something small. */
  read(name: string): unknown
  /** Throws `invalid_input` for a value with a known secret. */
  write(name: string, value: Json): void
}

/** The person's choice for the product, except where an operation needs no credential. */
export function schemeOf(
  { authOverrides }: Pick<Settings, 'authOverrides'>,
  product: Product,
  byCatalog: AuthScheme,
): AuthScheme {
  return byCatalog === 'none' ? 'none' : (authOverrides[product] ?? byCatalog)
}

/** `refuse` throws for a value with a secret. */
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

  const kept = read('desk')
  const renamed = isObject(kept) ? { ...kept, armKeys: renamedKeys(kept['armKeys']) } : kept
  let current: Settings = { ...firstSettings, ...keptParts(settingsSchema(), renamed) }
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
