// What the person taught of status words that nobody specified, per environment.
import { foldWord } from '#answers/words.ts'
import type { BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { TaughtWords, WordChoice } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Clock } from '../../core/ports.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

/** The name of the setting, also in a profile file. */
export const wordsSetting = (environment: EnvironmentId): string => `words/${environment}`

type Kept = Record<string, Pick<WordChoice, 'means' | 'updatedAt'>>

/** Of one environment; more are no vocabulary. */
const mostWords = 500

export interface StatusWords {
  /** Sorted by word. */
  list(environment: EnvironmentId): WordChoice[]
  /** Replaces what was taught of the word. Throws `invalid_input` for what holds no word, or one word too many. */
  teach(choice: BridgeParams<'words.teach'>): WordChoice
  forget(environment: EnvironmentId, word: string): void
  /** For the judge of outcomes. */
  taught(environment: EnvironmentId): TaughtWords
}

export function createStatusWords(parts: {
  settings: Pick<SettingsStore, 'read' | 'write'>
  clock: Pick<Clock, 'now'>
  onChange: (change: { environment: EnvironmentId; choices: WordChoice[] }) => void
}): StatusWords {
  const { settings, clock, onChange } = parts
  const read = (environment: EnvironmentId) =>
    new Map(Object.entries((settings.read(wordsSetting(environment)) ?? {}) as Kept))

  const list = (environment: EnvironmentId): WordChoice[] =>
    [...read(environment)]
      .map(([word, kept]) => ({ environment, word, ...kept }))
      .sort((a, b) => (a.word < b.word ? -1 : 1))

  function write(environment: EnvironmentId, kept: ReadonlyMap<string, Kept[string]>): void {
    settings.write(wordsSetting(environment), Object.fromEntries(kept))
    onChange({ environment, choices: list(environment) })
  }

  return {
    list,
    teach({ environment, word, means }) {
      const folded = foldWord(word)
      const all = read(environment)
      if (folded === '' || (!all.has(folded) && all.size >= mostWords)) throw notTaught()
      const kept = { means, updatedAt: new Date(clock.now()).toISOString() }
      write(environment, all.set(folded, kept))
      return { environment, word: folded, ...kept }
    },
    forget(environment, word) {
      const all = read(environment)
      if (all.delete(foldWord(word))) write(environment, all)
    },
    taught: (environment) => Object.fromEntries(list(environment).map(({ word, means }) => [word, means])),
  }
}

function notTaught(): DeskError {
  return new DeskError('invalid_input', 'This is no status word that can be kept.', {
    facts: { reason: 'input_not_understood' },
    fields: [{ path: 'word', message: 'Holds no word, or too many are kept' }],
  })
}
