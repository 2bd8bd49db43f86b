import type { Json } from '#contract/json.ts'
import { createAtRest, type AtRest } from '../../main/core/keychain/at-rest.ts'
import { createMemoryKeychain } from '../../main/core/keychain/memory.ts'
import { createRedactor, type ValueRedactor } from '../../main/core/keychain/redact.ts'
import { systemClock } from '../../main/core/ports.ts'

/** The check before writing, over settings and a keychain in memory. */
export function atRestOver(redactor: ValueRedactor = createRedactor()): AtRest {
  const settings = new Map<string, Json>()
  return createAtRest({
    redactor,
    keychain: createMemoryKeychain({ clock: systemClock, log: { write: () => undefined } }),
    settings: { read: (name) => settings.get(name), write: (name, value) => void settings.set(name, value) },
  })
}
