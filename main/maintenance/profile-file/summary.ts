// Counts what an import would do and collects its warnings.
import type { CareKind, Changes, ChangePreview } from '#contract/maintenance.ts'

const mostExamples = 50
const mostNamed = 5

export function createSummary() {
  const kinds: Record<CareKind, Changes & { same: number }> = {
    drafts: none(),
    rundowns: none(),
    profiles: none(),
    settings: none(),
    activity: none(),
  }
  const warnings: string[] = []
  const missing: string[] = []
  const open = { queued: 0, unknown: 0, secretsMissing: 0 }
  const unknownSettings: string[] = []

  return {
    count(kind: CareKind, change: 'added' | 'changed' | 'same', name: string) {
      const into = kinds[kind]
      into[change] += 1
      if (change !== 'same' && into.examples.length < mostExamples) into.examples.push({ name, change })
    },
    warn: (sentence: string) => void warnings.push(sentence),
    /** A secret that stayed behind. */
    missing: (owner: string, places: readonly string[]) => void missing.push(`${owner}: ${places.join(', ')}`),
    open(state: 'queued' | 'unknown', secretsMissing: boolean) {
      open[state] += 1
      if (secretsMissing) open.secretsMissing += 1
    },
    unknownSetting: (name: string) => void unknownSettings.push(name),
    preview(): ChangePreview {
      const sentences = [...warnings]
      if (missing.length > 0)
        sentences.push(`Secrets never leave a keychain. Enter them again here: ${listed(missing)}.`)
      if (open.queued > 0)
        sentences.push(
          `${counted(open.queued, 'waiting request comes in held: it leaves', 'waiting requests come in held: each leaves')} only when you let it go. Let it go on one desk only.`,
        )
      if (open.unknown > 0)
        sentences.push(
          `${counted(open.unknown, 'request', 'requests')} whose outcome the other desk did not know: shown as unknown, and never sent again by itself.`,
        )
      if (open.secretsMissing > 0)
        sentences.push(
          `${counted(open.secretsMissing, 'of these requests needs a secret', 'of these requests need secrets')} that stayed behind: refused when sent from here as it is.`,
        )
      if (unknownSettings.length > 0)
        sentences.push(`This desk does not know these settings and leaves them out: ${listed(unknownSettings)}.`)
      return structuredClone({ kinds, warnings: sentences })
    },
  }
}

const none = (): Changes & { same: number } => ({ added: 0, changed: 0, removed: 0, same: 0, examples: [] })

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join('; ')
  return names.length > mostNamed ? `${shown}; and ${names.length - mostNamed} more` : shown
}

export type Summary = ReturnType<typeof createSummary>
