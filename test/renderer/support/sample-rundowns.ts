// Rundowns for screens, in memory: revisions, undo, bin, and a Go that conflicts as main's does.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Cue, DryRun, Rundown, RundownHead, RundownPosition } from '#contract/air/rundown.ts'
import type { Push } from './sample-backend.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> | Promise<BridgeOutput<M>> }

export const sampleCue = (id: string, title: string, more: Partial<Cue> = {}): Cue => ({
  id,
  kind: 'cue',
  title,
  note: '',
  colour: 'grey',
  linked: true,
  skip: false,
  steps: [],
  ...more,
})

const made = '2026-11-21T18:00:00.000Z'
export const sampleRundown = (more: Partial<Rundown> = {}): Rundown => ({
  id: 'run_1',
  revision: 3,
  title: 'Night show 48',
  environment: 'rehearsal',
  template: false,
  createdAt: made,
  updatedAt: made,
  cues: [
    sampleCue('grp_1', 'First half', { kind: 'group', linked: false }),
    sampleCue('cue_1', 'Opening', {
      at: '20:15:00',
      linked: false,
      durationMs: 180_000,
      colour: 'teal',
      steps: [
        { id: 'stp_1', name: 'Opening', action: { kind: 'mark', title: 'Opening' } },
        { id: 'stp_2', name: 'the guest is ready', action: { kind: 'wait', text: 'the guest is ready' } },
      ],
    }),
    sampleCue('cue_2', 'Interview', { durationMs: 900_000, colour: 'blue' }),
    sampleCue('nte_1', 'Water on stage', { kind: 'note', linked: false }),
    sampleCue('cue_3', 'Ads', { durationMs: 120_000, colour: 'amber' }),
    sampleCue('cue_4', 'Second guest', { durationMs: 600_000, skip: true }),
  ],
  ...more,
})

const headOf = ({
  cues,
  id,
  revision,
  title,
  environment,
  template,
  createdAt,
  updatedAt,
  removedAt,
}: Rundown): RundownHead => ({
  ...{ id, revision, title, environment, template, createdAt, updatedAt },
  ...(removedAt === undefined ? {} : { removedAt }),
  count: cues.length,
  durationMs: cues.reduce((sum, { durationMs = 0, skip }) => sum + (skip ? 0 : durationMs), 0),
})
const next = (cues: readonly Cue[], after: string | undefined): Cue | undefined =>
  cues.slice(cues.findIndex(({ id }) => id === after) + 1).find(({ kind, skip }) => kind === 'cue' && !skip)

export interface RundownSample {
  rundowns?: Rundown[]
  /** That of the show, by its id. */
  chosen?: string
  dryRun?: (id: string) => DryRun
}

export function sampleRundowns(
  push: Push,
  selected: () => EnvironmentId,
  {
    rundowns = [sampleRundown(), sampleRundown({ id: 'tpl_1', title: 'Weekly show', template: true })],
    chosen,
    dryRun,
  }: RundownSample = {},
): Handlers {
  const kept = new Map<string, Array<Rundown & { of?: number }>>(rundowns.map((one) => [one.id, [one]]))
  const now = (): string => new Date().toISOString()
  let place: RundownPosition | null = null

  function find(id: string): Rundown & { of?: number } {
    const newest = kept.get(id)?.at(-1)
    if (newest === undefined)
      throw new DeskError('not_found_here', 'It is gone.', { facts: { reason: 'rundown_gone' } })
    return newest
  }
  const stale = (revision: number): DeskError =>
    new DeskError('conflict', `The newest is ${revision}.`, { facts: { reason: 'rundown_changed', newest: revision } })
  function put(rundown: Rundown, of?: number): Rundown {
    kept.set(rundown.id, [...(kept.get(rundown.id) ?? []), { ...rundown, ...(of === undefined ? {} : { of }) }])
    push('rundown.changed', { rundown: headOf(rundown) })
    if (place?.rundown === rundown.id) tell({ ...place, revision: rundown.revision })
    return rundown
  }
  function tell(to: RundownPosition | null): RundownPosition | null {
    place = to
    push('rundown.position', { environment: selected(), position: to })
    return to
  }
  function begin(id: string, position: number): RundownPosition {
    const { title, revision, environment, cues } = find(id)
    const first = next(cues, undefined)
    return {
      ...{ rundown: id, title, revision, position, environment, day: now(), fired: [], shown: {} },
      ...(first === undefined ? {} : { next: first }),
    }
  }
  if (chosen !== undefined) place = begin(chosen, 0)
  function seen({ position, revision }: { position: number; revision: number }): RundownPosition {
    if (place === null || place.position !== position)
      throw new DeskError('conflict', 'Another pressed Go.', { facts: { reason: 'position_changed' } })
    if (place.revision !== revision) throw stale(place.revision)
    return place
  }

  return {
    'rundown.list': ({ removed, template }) => ({
      items: [...kept.values()]
        .flatMap((all) => all.at(-1) ?? [])
        .filter((one) => (one.removedAt !== undefined) === removed && (template ?? one.template) === one.template)
        .map(headOf),
    }),
    'rundown.get': ({ id, revision }) => {
      const newest = find(id)
      return kept.get(id)?.find((one) => one.revision === (revision ?? newest.revision)) ?? newest
    },
    'rundown.save': ({ id = crypto.randomUUID(), baseRevision, title, environment, template, cues }) => {
      const before = kept.get(id)?.at(-1)
      if (before !== undefined && before.revision !== baseRevision) throw stale(before.revision)
      const revision = (before?.revision ?? 0) + 1
      return put({
        ...{ title, environment, template, cues, id, revision },
        ...{ createdAt: before?.createdAt ?? now(), updatedAt: now() },
      })
    },
    'rundown.history': ({ id }) => ({
      items: (kept.get(id) ?? [])
        .map(({ revision, updatedAt, title, cues, of }) => ({
          ...{ revision, at: updatedAt, title, count: cues.length },
          ...(of === undefined ? {} : { of }),
        }))
        .reverse(),
    }),
    'rundown.revert': ({ id, revision }) => {
      const to = kept.get(id)?.find((one) => one.revision === revision) ?? find(id)
      return put({ ...to, revision: find(id).revision + 1, updatedAt: now() }, revision)
    },
    'rundown.remove': ({ id, forever }) => {
      const newest = find(id)
      if (forever) {
        kept.delete(id)
        push('rundown.changed', { removed: id })
      } else put({ ...newest, removedAt: now() })
      return {}
    },
    'rundown.restore': ({ id }) => {
      const there = { ...find(id) }
      delete there.removedAt
      return put(there)
    },
    'rundown.copy': ({ id, ...other }) =>
      put({ ...find(id), ...(other as Partial<Rundown>), id: crypto.randomUUID(), revision: 1, updatedAt: now() }),
    'rundown.choose': ({ id }) => ({ position: tell(id === null ? null : begin(id, (place?.position ?? -1) + 1)) }),
    'rundown.position': () => ({ position: place }),
    'rundown.go': (input) => {
      const before = seen(input)
      const { cues } = find(before.rundown)
      const cue = before.next
      if (cue === undefined) throw new DeskError('invalid_state', 'None is left.', { facts: { reason: 'no_cue_left' } })
      const following = next(cues, cue.id)
      const firing = crypto.randomUUID()
      const rest = { ...before }
      delete rest.next
      const after: RundownPosition = {
        ...rest,
        position: before.position + 1,
        now: { cue, firedAt: now(), firing },
        ...(following === undefined ? {} : { next: following }),
        fired: [...before.fired, { cue: cue.id, title: cue.title, firedAt: now(), state: 'done' }],
      }
      tell(after)
      return { outcome: 'fired', firing, position: after }
    },
    'rundown.move': (input) => {
      const before = seen(input)
      const to = find(before.rundown).cues.find(({ id }) => id === input.next)
      return { position: tell({ ...before, position: before.position + 1, ...(to === undefined ? {} : { next: to }) }) }
    },
    'rundown.dryRun': ({ id }) => {
      const run = dryRun?.(id)
      if (run === undefined)
        throw new DeskError('invalid_state', 'One runs.', { facts: { reason: 'dry_run_under_way' } })
      push('rundown.dryRun', run)
      return run
    },
    'rundown.dryRunLast': () => ({ run: null }),
    'rundown.dryRunCancel': () => ({ run: null }),
    'rundown.export': ({ id, format }) => ({ name: `${id}.${format}`, type: 'text/plain', text: '' }),
  }
}
