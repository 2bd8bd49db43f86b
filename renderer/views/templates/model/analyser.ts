// Keeps one analysis running and at most one waiting, the newest: however fast a person types, the worker is never behind by more than one.
// A long one is followed by a rest, so that typing, saving and drawing have the machine for most of the time.
import { outlineOf } from './body.ts'
import type { Target } from './analyse.ts'
import type { Answer, Question } from './protocol.ts'
import type { Analysis, Samples, Template } from './types.ts'

export interface Analyser {
  /** Wants this state analysed; answers its generation. A later call takes its place while it still waits. */
  update(template: Template, samples: Samples, target?: Target): number
  /** Ends the worker; no result comes after it. */
  stop(): void
}

/** What counts as long, and how much longer the rest after it is, in milliseconds. */
const longMs = 50
const restShare = 3
const longestRestMs = 2_000

/** What the analyser needs of a Worker. */
export type AnalysisWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

const startWorker = (): AnalysisWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'template analysis' })

/** A plain copy: a reactive object can't be sent to a worker. Texts are shared, not copied. */
const plain = (template: Template): Template => ({
  ...template,
  variables: template.variables.map(({ name, type, defaultValue }) => ({ name, type, defaultValue })),
  tags: [...template.tags],
})

/** Of the platform's copy only what the body depends on. */
const outlined = (target: Target | undefined): Target | undefined =>
  target && { id: target.id, base: outlineOf(target.base ?? null) }

const same = (a: unknown, b: unknown) => a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

const changes = (before: Template | undefined, now: Template): Partial<Template> =>
  before === undefined
    ? now
    : Object.fromEntries(Object.entries(now).filter(([field, value]) => !same(before[field as keyof Template], value)))

/**
 * Analyses in a worker. Results come in order, each with the generation that `update` answered; intermediate states are skipped, the newest
 * never is. `onFailure` is told where a state could not be analysed or the worker broke; the next `update` tries anew.
 */
export function createAnalyser(
  onResult: (analysis: Analysis) => void,
  onFailure: (message: string) => void = () => undefined,
  start: () => AnalysisWorker = startWorker,
): Analyser {
  let worker: AnalysisWorker | undefined
  let generation = 0
  let sent: Template | undefined
  let busy = false
  let askedAt = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  let waiting: { template: Template; samples: Samples; target: Target | undefined } | undefined

  function drop(): void {
    clearTimeout(rest)
    rest = undefined
    worker?.terminate()
    worker = undefined
    sent = undefined
    busy = false
  }

  function open(): AnalysisWorker {
    const opened = start()
    opened.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (worker !== opened) return
      busy = false
      const took = performance.now() - askedAt
      if (took > longMs) rest = setTimeout(restEnded, Math.min(longestRestMs, took * restShare))
      else send()
      if (data.ok) onResult(data.analysis)
      else onFailure(data.message)
    }
    opened.onerror = (event) => {
      if (worker !== opened) return
      drop()
      onFailure(event.message)
    }
    return opened
  }

  function restEnded(): void {
    rest = undefined
    send()
  }

  function send(): void {
    if (busy || rest !== undefined || waiting === undefined) return
    askedAt = performance.now()
    const { template, samples, target } = waiting
    waiting = undefined
    busy = true
    worker ??= open()
    const question: Question = {
      generation,
      changed: changes(sent, template),
      samples,
      ...(target === undefined ? {} : { target }),
    }
    sent = template
    worker.postMessage(question)
  }

  return {
    update(template, samples, target) {
      generation++
      waiting = { template: plain(template), samples: { ...samples }, target: outlined(target) }
      send()
      return generation
    },
    stop() {
      waiting = undefined
      drop()
    },
  }
}
