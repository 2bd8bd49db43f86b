// A dry run: the rundown against a rehearsal platform of its own, at ten times the speed. Of the real environment it only
// reads, and its secrets stay where they are.
import { randomUUID } from 'node:crypto'
import { asDeskError, DeskError, messageOf, type Facts } from '#contract/errors.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { CredentialStatus, EnvironmentId } from '#contract/models.ts'
import type { AuthScheme, OperationRequest, Product } from '#contract/operation.ts'
import {
  dryRunFailures,
  type Cue,
  type CueStep,
  type DryRun,
  type DryRunCode,
  type Rundown,
} from '#contract/air/rundown.ts'
import { defined } from '#contract/defined.ts'
import { eventUpdate } from '#answers/broadcast/destinations.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { createClient, type PlatformClient } from '../../platform/client/index.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import { playable } from './content.ts'
import { createRecords, type RecordParts } from './dry-records.ts'

const speed = 10
/** Of the steps of one rundown whose runs are kept. */
const mostKept = 50

export interface DryRunParts {
  get: (id: string, revision?: number) => Rundown
  operations: ReadonlyMap<string, Operation>
  client: Pick<PlatformClient, 'read' | 'check' | 'gate' | 'preview'>
  credentials: { status(environment: EnvironmentId): Promise<CredentialStatus> }
  /** The credential that a product's operations are sent with. */
  scheme: (product: Product, byCatalog: AuthScheme) => AuthScheme
  /** The desk's own platform takes its own credentials. */
  embedded: (environment: EnvironmentId) => boolean
  encoder: () => EncoderState | undefined
  choiceOf: RecordParts['choiceOf']
  clock: Clock
  log: Log
  onChange: (run: DryRun) => void
}

type Finding = DryRun['steps'][number]['findings'][number]
type Records = ReturnType<typeof createRecords>

interface Stage {
  records: Records
  rehearsal: PlatformClient
  credentials: CredentialStatus
  environment: EnvironmentId
}

export function createDryRuns(parts: DryRunParts) {
  const { operations, client, clock, log } = parts
  const last = new Map<string, DryRun>()
  let running: { id: string; rundown: string; abort: AbortController; ended: Promise<void> } | undefined

  function put(run: DryRun): DryRun {
    last.delete(run.rundown)
    last.set(run.rundown, run)
    for (const oldest of last.keys()) {
      if (last.size <= mostKept) break
      last.delete(oldest)
    }
    parts.onChange(run)
    return run
  }

  const finding = (code: DryRunCode, facts?: Facts): Finding => ({ code, ...defined({ facts }) })

  /** What the real environment would refuse before anything of it was sent. */
  function refusals(operation: Operation, { environment, credentials }: Stage): Finding[] {
    const scheme = parts.scheme(operation.product, operation.auth)
    const state = scheme === 'none' ? 'found' : credentials.credentials[scheme].state
    const gate = client.gate(operation.key, environment)
    return [
      ...(state === 'found' || parts.embedded(environment)
        ? []
        : [finding('credential_missing', { credential: scheme, state })]),
      ...(gate === undefined ? [] : [finding('gate_closed', { product: gate.product, until: gate.until })]),
    ]
  }

  async function operationStep(
    { operation: key, request }: Extract<CueStep['action'], { kind: 'operation' }>,
    stage: Stage,
  ): Promise<Finding[]> {
    const operation = operations.get(key)
    if (operation === undefined) return [finding('operation_unknown', { operation: key })]
    const found = refusals(operation, stage)
    try {
      client.check({ operation: key, ...request } as OperationRequest)
    } catch (error) {
      const [field] = asDeskError(error).details.fields ?? []
      return [...found, finding('body_refused', { ...defined({ field: field?.path, problem: field?.reason }) })]
    }
    const names = new Map<string, string>()
    for (const one of await stage.records.check(operation, request)) {
      if (one.state === 'absent') found.push(finding('record_missing', { record: one.id }))
      else if (one.state === 'unclear') found.push(finding('record_unchecked', { record: one.id }))
      else if (one.name !== undefined) names.set(one.id, one.name)
    }
    const mapped = await stage.records.mapped(operation, request, names)
    for (const id of mapped.standIns) found.push(finding('stand_in', { record: names.get(id) ?? id }))
    if (operation.risk === 'money' || operation.risk === 'destroy') found.push(finding('hold_needed'))
    const outcome = await stage.rehearsal.write(mapped.request, 'rehearsal', randomUUID())
    if (outcome.outcome === 'unknown') found.push(finding('unknown', { cause: outcome.cause }))
    else if (outcome.outcome !== 'confirmed' && outcome.outcome !== 'accepted')
      found.push(finding('refused', { code: outcome.error.code, ...defined({ status: outcome.error.status }) }))
    return found
  }

  function encoderStep({ scene }: Extract<CueStep['action'], { kind: 'encoder' }>): Finding[] {
    const state = parts.encoder()
    if (scene === undefined) return []
    if (state?.scenes === undefined) return [finding('scene_unchecked', { scene })]
    return state.scenes.includes(scene) ? [] : [finding('scene_missing', { scene })]
  }

  async function lookAt({ action }: CueStep, stage: Stage): Promise<Finding[]> {
    if (action.kind === 'operation') return operationStep(action, stage)
    if (action.kind === 'encoder') return encoderStep(action)
    if (action.kind !== 'destination') return []
    const update = operations.get(eventUpdate)
    // Its body is built from what the platform says when the step is taken.
    return [
      ...(update === undefined ? [] : refusals(update, stage)),
      finding('record_unchecked', { record: action.record }),
    ]
  }

  const stateOf = (findings: readonly Finding[]): DryRun['steps'][number]['state'] =>
    findings.some(({ code }) => dryRunFailures.includes(code)) ? 'fails' : findings.length > 0 ? 'attention' : 'ok'

  const passed = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = (): void => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.after(ms, end)
      signal.addEventListener('abort', end)
    })

  async function through(begun: DryRun, cues: readonly Cue[], signal: AbortSignal): Promise<DryRun> {
    const { environment } = begun
    const { startRehearsal, rehearsalCredentials } = await import('../../platform/rehearsal/index.ts')
    const platform = await startRehearsal({ operations, clock, log })
    const rehearsal = createClient({
      operations,
      clock,
      log,
      surroundings: {
        baseUrl: () => platform.baseUrl,
        scheme: (_, byCatalog) => byCatalog,
        credential: (_, scheme) =>
          Promise.resolve(
            scheme === 'apiKey'
              ? { scheme, apiKey: rehearsalCredentials.apiKey }
              : { scheme, ...rehearsalCredentials.session },
          ),
        credentialGeneration: () => 0,
        // No real secret is needed to rehearse.
        secret: () => Promise.resolve('rehearsal-secret'),
        redact: (value) => value,
      },
    })
    try {
      const { choiceOf } = parts
      const records = createRecords({ operations, real: client, rehearsal, environment, choiceOf })
      const stage = { records, rehearsal, environment, credentials: await parts.credentials.status(environment) }
      let run = begun
      const isOver = (): boolean => signal.aborted
      for (const [place, cue] of cues.entries()) {
        if (isOver()) break
        const beganAt = clock.now()
        run = put({ ...run, cue: cue.id })
        for (const step of cue.steps) {
          // It changes while a step is looked at.
          if (isOver()) break
          const findings = await lookAt(step, stage)
          const { id, name } = step
          const result = { cue: cue.id, title: cue.title, step: id, name, state: stateOf(findings), findings }
          run = put({ ...run, done: run.done + 1, steps: [...run.steps, result] })
        }
        const left = (cue.durationMs ?? 0) / speed - (clock.now() - beganAt)
        if (left > 0 && place < cues.length - 1) await passed(left, signal)
      }
      return run
    } finally {
      rehearsal.close()
      await platform.close()
    }
  }

  function ended(run: DryRun, state: DryRun['state'], reason?: string): void {
    running = undefined
    const found = { ...(last.get(run.rundown) ?? run), state, endedAt: isoNow(clock), ...defined({ reason }) }
    delete found.cue
    put(found)
  }

  return {
    /** Throws DeskError `invalid_state` while another one runs. */
    begin(id: string, revision?: number): DryRun {
      if (running !== undefined)
        throw new DeskError('invalid_state', 'A dry run is under way.', { facts: { reason: 'dry_run_under_way' } })
      const rundown = parts.get(id, revision)
      const cues = playable(rundown.cues)
      const run = put({
        id: randomUUID(),
        rundown: id,
        revision: rundown.revision,
        title: rundown.title,
        environment: rundown.environment,
        state: 'running',
        startedAt: isoNow(clock),
        done: 0,
        total: cues.reduce((sum, { steps }) => sum + steps.length, 0),
        steps: [],
      })
      const abort = new AbortController()
      const { signal } = abort
      const end = through(run, cues, signal).then(
        () => ended(run, signal.aborted ? 'cancelled' : 'done'),
        (error: unknown) => {
          log.write('error', 'A dry run broke off.', { reason: messageOf(error) })
          ended(run, 'failed', asDeskError(error).details.facts?.reason ?? 'backend_refused')
        },
      )
      running = { id: run.id, rundown: id, abort, ended: end }
      return run
    },
    last: (id: string): DryRun | null => last.get(id) ?? null,
    /** What it found so far stays. */
    async cancel(id: string): Promise<DryRun | null> {
      if (running?.rundown === id) {
        running.abort.abort()
        await running.ended
      }
      return last.get(id) ?? null
    },
    async stop(): Promise<void> {
      running?.abort.abort()
      await running?.ended
    },
  }
}
