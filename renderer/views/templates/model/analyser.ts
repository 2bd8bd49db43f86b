import { defined } from '#contract/defined.ts'
import { outlineOf } from './body.ts'
import type { Known, Target } from './analyse.ts'
import type { Answer, Question } from './protocol.ts'
import type { Analysis, Samples, Template } from './types.ts'

/** After a longer analysis than this comes a pause of so many times its duration, so that typing, saving and drawing go first. */
const longMs = 50
const pauseFactor = 3
const longestPauseMs = 2_000

export type AnalysisWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

const startWorker = (): AnalysisWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'template analysis' })

const plain = (template: Template): Template => ({
  ...template,
  variables: template.variables.map(({ name, type, defaultValue }) => ({ name, type, defaultValue })),
  tags: [...template.tags],
})

const outlined = (target: Target | undefined): Target | undefined =>
  target && { id: target.id, base: outlineOf(target.base ?? null) }

const same = (a: unknown, b: unknown) => a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

const changes = (before: Template | undefined, now: Template): Partial<Template> =>
  before === undefined
    ? now
    : Object.fromEntries(Object.entries(now).filter(([field, value]) => !same(before[field as keyof Template], value)))

/**
 * Analyses in a worker: one state at a time, at most one waiting, the newest. Results come in order, each with the generation that
 * `update` returned. `onFailure` is called where a state could not be analysed or the worker broke; the next `update` tries again.
 */
export function createAnalyser(
  onResult: (analysis: Analysis) => void,
  onFailure: (said: string) => void,
  start: () => AnalysisWorker = startWorker,
  onFirst?: (rendered: Analysis['rendered']) => void,
) {
  let worker: AnalysisWorker | undefined
  let generation = 0
  let sent: Template | undefined
  let busy = false
  let justOpened = false
  let askedAt = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  let waiting: { template: Template; samples: Samples; target: Target | undefined; known: Known } | undefined

  function drop(): void {
    clearTimeout(pause)
    pause = undefined
    worker?.terminate()
    worker = undefined
    sent = undefined
    busy = false
  }

  function open(): AnalysisWorker {
    const opened = start()
    opened.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (worker !== opened) return
      if (data.ok && 'first' in data) {
        // Another template may have been opened meanwhile.
        if (waiting === undefined) onFirst?.(data.first)
        return
      }
      busy = false
      const took = performance.now() - askedAt
      if (took > longMs) pause = setTimeout(resume, Math.min(longestPauseMs, took * pauseFactor))
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

  function resume(): void {
    pause = undefined
    send()
  }

  function send(): void {
    if (busy || pause !== undefined || waiting === undefined) return
    askedAt = performance.now()
    const { template, samples, target, known } = waiting
    waiting = undefined
    busy = true
    worker ??= open()
    const question: Question = {
      generation,
      changed: changes(sent, template),
      samples,
      ...defined({ target }),
      ...known,
      ...(justOpened ? { opened: true } : {}),
    }
    justOpened = false
    sent = template
    worker.postMessage(question)
  }

  return {
    /** Has this state analysed; returns its generation. A later call takes its place while it waits. */
    update(template: Template, samples: Samples, target?: Target, { sections, clients }: Known = {}): number {
      generation++
      waiting = {
        template: plain(template),
        samples: { ...samples },
        target: outlined(target),
        // A list of the store is none that can be posted.
        known: defined({ sections, clients: clients && [...clients] }),
      }
      send()
      return generation
    },
    /** The next state is of another template, whose preview is wanted before the rest. */
    opened(): void {
      justOpened = true
    },
    stop(): void {
      waiting = undefined
      drop()
    },
  }
}
