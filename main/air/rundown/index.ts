// The plan of a show, kept and edited, and where the show is in it.
import type { DryRun, RundownPosition } from '#contract/air/rundown.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { durationOf, playable } from './content.ts'
import { createDryRuns, type DryRunParts } from './dry-run.ts'
import { createFiles, type RundownReader } from './files.ts'
import { createGo, type GoParts } from './go.ts'
import { createStore, type StoreParts } from './store.ts'

export interface RundownParts
  extends
    Omit<StoreParts, 'inUse'>,
    Omit<GoParts, 'store' | 'onPosition' | 'database'>,
    Omit<DryRunParts, 'get' | 'onChange'> {
  onPosition: (environment: EnvironmentId, position: RundownPosition | null) => void
  onDryRun: (run: DryRun) => void
  readFile?: RundownReader
}

export function createRundowns(parts: RundownParts) {
  const store = createStore({ ...parts, inUse: (id) => go.inUse(id) })
  const go = createGo({ ...parts, store })
  const dryRuns = createDryRuns({ ...parts, get: (id, revision) => store.get(id, revision), onChange: parts.onDryRun })
  store.onChange(({ rundown }) => {
    if (rundown !== undefined) go.changed(rundown.id)
  })
  return {
    ...store,
    ...createFiles(store, parts.readFile),
    show: go,
    dryRuns,
    /** What the check before a show says of its rundown. */
    planned(environment: EnvironmentId) {
      const position = go.position(environment)
      if (position === null) return undefined
      const { rundown: id, title, revision, next } = position
      const { cues } = store.get(id)
      const run = dryRuns.last(id)
      return {
        ...{ id, title, cues: playable(cues).length, durationMs: durationOf(cues), isOver: next === undefined },
        ...(run?.state === 'done' &&
          run.revision === revision && { failing: run.steps.filter(({ state }) => state === 'fails').length }),
      }
    },
    /** Call once the engine of firings knows what a crash left. */
    start() {
      go.recover()
      store.start()
    },
    async stop() {
      store.stop()
      go.stop()
      await dryRuns.stop()
    },
  }
}

export type Rundowns = ReturnType<typeof createRundowns>
