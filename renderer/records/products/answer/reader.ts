import type { InjectionKey } from 'vue'
import type { Ask, Asks, Question, Reply } from './protocol.ts'

export type AnswerWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

export const startWorker = (): AnswerWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'answer' })

export const answerWorker: InjectionKey<() => AnswerWorker> = Symbol('answer worker')

export type AskDocument = <A extends Ask>(ask: A, ...args: Parameters<Asks[A]>) => Promise<Awaited<ReturnType<Asks[A]>>>

export interface AnswerReader {
  document: (name: string) => AskDocument
  stop: () => void
}

/** A question rejects with an Error where the worker could not answer, or broke. */
export function createReader(start: () => AnswerWorker = startWorker): AnswerReader {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  let broken: Error | undefined
  const worker = start()
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.seq)
    waiting.delete(data.seq)
    if (data.ok) asked?.resolve(data.value)
    else asked?.reject(new Error(data.message))
  }
  worker.onerror = (event) => {
    broken = new Error(event.message)
    for (const { reject } of waiting.values()) reject(broken)
    waiting.clear()
  }

  const ask = (document: string, what: Ask, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) {
        reject(broken)
        return
      }
      last += 1
      waiting.set(last, { resolve, reject })
      const question: Question = { seq: last, document, ask: what, args }
      worker.postMessage(question)
    })

  return {
    document:
      (name) =>
      (what, ...args) =>
        ask(name, what, args) as Promise<never>,
    stop() {
      worker.terminate()
      waiting.clear()
    },
  }
}
