// Takes one step, by its kind. Whatever the ledger knows of its press is true; what it does not know was never sent.
import { defined } from '#contract/defined.ts'
import type { Deed } from '#contract/deed-schema.ts'
import { DeskError } from '#contract/errors.ts'
import type { Firing, FiringStep, StepAction } from '#contract/air/firing.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Preparation } from '../commands/preparation.ts'
import type { Drafts } from '../../writing/drafts/types.ts'
import type { EncoderCommand, Encoders } from '../encoder/types.ts'
import type { Ledger } from '../../platform/ledger/types.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { isoNow, type Clock } from '../../core/ports.ts'
import { createObserver, isMeant, readEncoder, stateIn, type Verdict } from './observe.ts'
import { isStop, outcomeOf, refusedBy } from './outcomes.ts'
import { createPlatformView, type ViewPlatform } from './platform-view.ts'
import { derivedPress } from './press.ts'
import type { StepOutcome, Steps, Taking } from './types.ts'

export interface StepParts {
  ledger: Pick<Ledger, 'submit' | 'newest' | 'pressed' | 'reconcile' | 'cancel' | 'onChange'>
  encoders: Encoders
  /** The newest intent of the streaming software at that moment, or null; undefined where its commands are not compared. */
  newestOfEncoder: (environment: EnvironmentId) => string | null | undefined
  preparation: Preparation
  drafts: Pick<Drafts, 'has'>
  operations: ReadonlyMap<string, Operation>
  clock: Clock
}

type Newest = ReturnType<Ledger['newest']>
type Act<K extends StepAction['kind']> = Extract<StepAction, { kind: K }>

export function createSteps(parts: StepParts): Steps & { platform: ViewPlatform } {
  const { ledger, encoders, preparation, drafts, operations, clock } = parts
  const platform = createPlatformView({ preparation, clock })
  const observe = createObserver({ encoders, platform, clock })

  /** What was newest before each press of steps that are taken side by side. */
  let beside = { pressedAt: '', before: new Map<string, Newest>() }

  /** Of the record, but for what was sent beside this step: those may share a name with it. */
  function newestBefore(request: OperationRequest, { firing, press, pressedAt }: Taking): Newest {
    if (beside.pressedAt !== pressedAt) beside = { pressedAt, before: new Map() }
    const { before } = beside
    const isOf = (id: string | null, other: string): boolean => id !== null && ledger.pressed(other)?.id === id
    let newest = ledger.newest(request, firing.environment)
    for (;;) {
      const { id } = newest
      const other = [...before.keys()].find((one) => isOf(id, one))
      const older = other === undefined ? undefined : before.get(other)
      if (older === undefined) break
      newest = older
    }
    before.set(press, newest)
    if (newest.intent === undefined || newest.intent.createdAt <= pressedAt) return newest
    throw new DeskError('conflict', `Intent ${newest.intent.id} of the same record is newer than this step.`, {
      operation: request.operation,
      facts: { reason: 'newer_intent', intent: newest.intent.id },
    })
  }

  async function submit(request: OperationRequest, taking: Taking, deed?: Deed): Promise<StepOutcome> {
    const { firing, step, press, pressedAt, mayGo, signal } = taking
    const { environment, by } = firing
    const { id: saw } = newestBefore(request, taking)
    const isEdit = operations.get(request.operation)?.risk === 'edit'
    const made = await ledger.submit(request, {
      press,
      environment,
      // An edit does not grow too old.
      decision: isEdit ? { environment } : { environment, pressedAt, saw },
      ...defined({ by, deed, mayGo }),
    })
    return outcomeOf(step.action, await settled(made, signal))
  }

  /** Waits for what is queued; once nobody waits any more it is taken back, so that nothing leaves behind a firing that was stopped. */
  async function settled(made: Intent, signal: AbortSignal): Promise<Intent> {
    if (made.state !== 'queued') return made
    return new Promise((resolve) => {
      const end = (intent: Intent): void => {
        stop()
        signal.removeEventListener('abort', takeBack)
        resolve(intent)
      }
      const stop = ledger.onChange((intent) => {
        if (intent.id === made.id && intent.state !== 'queued' && intent.state !== 'sending') end(intent)
      })
      const takeBack = (): void => {
        ledger.cancel(made.id).then(end, () => end({ ...made, state: 'unknown' }))
      }
      signal.addEventListener('abort', takeBack)
      if (signal.aborted) takeBack()
    })
  }

  async function destination({ act, record }: Act<'destination'>, taking: Taking): Promise<StepOutcome> {
    const { firing, pressedAt } = taking
    const view = await platform.read(firing, Date.parse(pressedAt), ['destinations'])
    if (stateIn(view, record, act) === 'so') return { state: 'skipped' }
    const candidate = await preparation.ready({ command: act, record }, firing.environment, view.now)
    const { deed, ...request } = candidate.build(isoNow(clock), undefined)
    try {
      return await submit(request, taking, deed)
    } finally {
      platform.again(firing)
    }
  }

  async function encoder(action: Act<'encoder'>, { firing, press, pressedAt }: Taking): Promise<StepOutcome> {
    const state = await readEncoder(parts)
    if (state !== undefined && isMeant(firing, state) && isWanted(action, state)) return { state: 'skipped' }
    const { environment, by } = firing
    const saw = parts.newestOfEncoder(environment)
    return outcomeOf(
      action,
      await encoders.command(commandOf(action), {
        press,
        environment,
        decision: { environment, pressedAt, saw },
        ...defined({ by, encoder: firing.encoder }),
      }),
    )
  }

  async function mark({ title }: Act<'mark'>, { firing, press }: Taking): Promise<StepOutcome> {
    const { environment, by } = firing
    if (!drafts.has(press)) await preparation.keepMark(platform.hold(firing), environment, { title, by, id: press })
    return { state: 'seen' }
  }

  function begun(taking: Taking): Promise<StepOutcome> | StepOutcome {
    const { action } = taking.step
    preparation.refuseOther(taking.firing.environment)
    switch (action.kind) {
      case 'operation':
        return submit({ operation: action.operation, ...action.request } as OperationRequest, taking)
      case 'destination':
        return destination(action, taking)
      case 'encoder':
        return encoder(action, taking)
      case 'mark':
        return mark(action, taking)
      case 'seen':
        return observe(action.what, taking)
      case 'wait':
        return { state: 'seen' }
    }
  }

  const pressOf = (firing: Firing, { id, attempt }: FiringStep): string => derivedPress(firing.id, id, attempt)

  function known(firing: Firing, step: FiringStep): StepOutcome {
    const press = pressOf(firing, step)
    if (step.action.kind === 'mark') return { state: drafts.has(press) ? 'seen' : 'planned' }
    const intent = ledger.pressed(press)
    return intent === undefined ? { state: 'planned' } : outcomeOf(step.action, intent)
  }

  /** Whether what the step wants is so, by a reading of this moment. */
  async function isSo(firing: Firing, { action }: FiringStep): Promise<Verdict> {
    if (action.kind === 'encoder') {
      const state = await readEncoder(parts)
      return state === undefined || !isMeant(firing, state) ? 'unknown' : isWanted(action, state) ? 'so' : 'not'
    }
    if (action.kind !== 'destination') return 'unknown'
    return stateIn(await platform.read(firing, clock.now(), ['destinations']), action.record, action.act)
  }

  /** A stop is sent again unless it is seen to be off: a failed reading keeps nothing on air. */
  async function revisitStop(firing: Firing, step: FiringStep): Promise<StepOutcome> {
    const before = known(firing, step)
    if (before.state === 'planned') return before
    const verdict = await isSo(firing, step)
    const { intent } = known(firing, step)
    const wasSeen = step.state === 'seen' && verdict === 'unknown'
    return { state: verdict === 'so' || wasSeen ? 'seen' : 'contradicted', ...defined({ intent }) }
  }

  return {
    platform,
    needsHold(action) {
      const risk = action.kind === 'operation' ? operations.get(action.operation)?.risk : undefined
      return risk === 'money' || risk === 'destroy'
    },
    async take(taking) {
      try {
        return await begun(taking)
      } catch (error) {
        // Only the ledger knows whether something was saved before it failed.
        const made = ledger.pressed(taking.press)
        return made === undefined ? refusedBy(error) : outcomeOf(taking.step.action, made)
      }
    },
    known,
    async revisit(firing, step) {
      if (isStop(step.action)) return revisitStop(firing, step)
      const before = known(firing, step)
      if (before.state !== 'unknown') return before
      if (step.action.kind !== 'encoder' && before.intent !== undefined)
        await ledger.reconcile(before.intent).catch(() => undefined)
      const isSeen = (await isSo(firing, step)) === 'so'
      const after = known(firing, step)
      return after.state === 'unknown' && isSeen ? { state: 'seen', ...defined({ intent: after.intent }) } : after
    },
  }
}

const commandOf = ({ operation, scene, title }: Act<'encoder'>): EncoderCommand => ({ operation, scene, title })

/** Whether the software is as the command wants it. */
function isWanted({ operation, scene }: Act<'encoder'>, { stream, record, program }: EncoderState): boolean {
  switch (operation) {
    case 'encoder:start':
      return stream?.active === true
    case 'encoder:stop':
      return stream?.active === false
    case 'encoder:scene':
      return program !== undefined && program === scene
    case 'encoder:record':
      return record?.active === true
    case 'encoder:stopRecord':
      return record?.active === false
    case 'encoder:chapter':
      return false
  }
}
