import { inject, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { AnswerBody } from '#contract/requests.ts'
import { useRequests } from '#kit/stores/requests.ts'
import type { AnswerFacts } from './engine/document.ts'
import type { Known } from './engine/facts.ts'
import type { TextRow } from './engine/lines.ts'
import { isGone, loadDocument } from './load.ts'
import { answerWorker, createReader, startWorker, type AnswerReader, type AskDocument } from './reader.ts'

/** `gone`: main does not keep it any more. `stopped`: by the person. */
type Phase = 'none' | 'empty' | 'loading' | 'opening' | 'ready' | 'gone' | 'stopped' | 'failed'

const peekWidth = 160

/** An answer in a worker of its own, which ends with the scope. */
export function useAnswer(body: () => AnswerBody | undefined, known: () => Known) {
  const requests = useRequests()
  const start = inject(answerWorker, () => startWorker, true)
  const phase = ref<Phase>('none')
  const loaded = ref(0)
  const facts = shallowRef<AnswerFacts>()
  const first = shallowRef<TextRow[]>([])
  const error = shallowRef<DeskError>()
  let reader: AnswerReader | undefined
  let document: AskDocument | undefined
  let turn = 0

  function end(): void {
    turn += 1
    reader?.stop()
    reader = undefined
    document = undefined
  }

  /** Reactive objects can't be sent to a worker. */
  const plainly = (): Known => JSON.parse(JSON.stringify(known())) as Known

  async function load(): Promise<void> {
    end()
    facts.value = undefined
    first.value = []
    loaded.value = 0
    error.value = undefined
    const wanted = body()
    phase.value = wanted === undefined ? 'none' : wanted.kind === 'empty' || wanted.length === 0 ? 'empty' : 'loading'
    if (wanted === undefined || phase.value === 'empty') return
    const mine = turn
    reader = createReader(start)
    const ask = reader.document('answer')
    document = ask
    try {
      const whole = await loadDocument(wanted, requests.part, ask, (letters) => {
        if (mine !== turn) return false
        if (loaded.value === 0 && letters < wanted.length && wanted.kind !== 'binary')
          void ask('peek', peekWidth).then((rows) => (first.value = mine === turn ? rows : first.value))
        loaded.value = letters
        return true
      })
      if (!whole) return
      phase.value = 'opening'
      const found = await ask('open', wanted.kind, plainly())
      if (mine !== turn) return
      facts.value = found
      phase.value = 'ready'
      first.value = []
    } catch (thrown) {
      if (mine !== turn) return
      phase.value = isGone(thrown) ? 'gone' : 'failed'
      error.value = asDeskError(thrown)
    }
  }

  watch(() => body()?.id, load, { immediate: true })
  watch(
    () => JSON.stringify(known()),
    async () => {
      const now = body()
      const mine = turn
      if (phase.value !== 'ready' || now === undefined || document === undefined) return
      const found = await document('open', now.kind, plainly())
      if (mine === turn) facts.value = found
    },
  )
  onScopeDispose(end)

  return {
    phase,
    loaded,
    facts,
    first,
    error,
    ask: ((what, ...args) =>
      document === undefined
        ? Promise.reject(new Error('The answer is not loaded.'))
        : document(what, ...args)) as AskDocument,
    load,
    stop: (): void => {
      end()
      phase.value = 'stopped'
    },
  }
}
