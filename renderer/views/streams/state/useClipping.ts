// One press makes one request for a clip. A press whose answer was lost with the link is looked up in the ledger, never sent again.
import { computed, inject, onScopeDispose, provide, shallowReactive, shallowRef, watch, type InjectionKey } from 'vue'
import type { DeskError } from '#contract/errors.ts'
import type { Named } from '#contract/live.ts'
import type { Intent } from '#contract/models.ts'
import { isLinkLoss, shapeOf } from '#kit/composables/desk-error.ts'
import { deedFor } from '#answers/deeds.ts'
import { pressEdit } from '#kit/base/pressed.ts'
import { isoInstant } from '#kit/composables/time/time.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { useSubmit } from '#kit/composables/useOperation.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { createClip, isClipOf, titleOfIntent } from '../model/clips.ts'

/** Presses closer together than this count as one. */
const samePressMs = 1_000

export interface Press {
  stream: Named
  title: string
  /** Milliseconds since 1970. */
  at: number
  intentId?: string
  error?: DeskError
  /** The link dropped before the answer; it is looked up once the link is back. */
  lost?: true
}

function createClipping() {
  const ledger = useLedger()
  const environments = useEnvironments()
  const { link } = useLink()
  const submit = useSubmit()
  const intents = shallowReactive(new Map<string, Intent>())
  const last = shallowRef<Press>()
  let pressedAt = Number.NEGATIVE_INFINITY

  const take = (intent: Intent): void => {
    if (intent.operation === createClip && intent.environment === environments.selected?.id)
      intents.set(intent.id, intent)
  }
  onScopeDispose(ledger.onChange(take))

  async function load(): Promise<void> {
    const environment = environments.selected?.id
    if (environment === undefined) return
    const { items } = await ledger.listAll({ query: 'createClip', product: 'Livestream', environment })
    items.forEach(take)
  }

  /** Does nothing while another request is under way, or right after one. */
  async function clip(stream: Named, wanted = ''): Promise<void> {
    const at = Date.now()
    if (submit.busy.value || last.value?.lost || performance.now() - pressedAt < samePressMs) return
    pressedAt = performance.now()
    const title = wanted.trim() === '' ? `${stream.name} ${isoInstant(new Date(at))}` : wanted.trim()
    const press: Press = { stream, title, at }
    last.value = press
    const intent = await submit.run(
      {
        operation: createClip,
        body: { streamId: stream.id, title },
        press: crypto.randomUUID(),
        deed: deedFor('clip_made', { id: stream.id, name: title }),
      },
      pressEdit(environments.selected?.id),
    )
    const error = submit.error.value
    if (intent !== undefined) {
      take(intent)
      last.value = { ...press, intentId: intent.id }
    } else if (error !== undefined)
      last.value = isLinkLoss(shapeOf(error)) ? { ...press, lost: true } : { ...press, error }
    if (last.value.lost && link.value === 'open') await lookUp()
  }

  async function lookUp(): Promise<void> {
    const press = last.value
    if (press?.lost !== true) return
    await load()
    const found = [...intents.values()].find(
      (intent) =>
        isClipOf(intent, press.stream.id) &&
        titleOfIntent(intent) === press.title &&
        Date.parse(intent.createdAt) >= press.at - samePressMs,
    )
    const { stream, title, at } = press
    const error = submit.error.value
    last.value = {
      stream,
      title,
      at,
      ...(found !== undefined ? { intentId: found.id } : error === undefined ? {} : { error }),
    }
  }
  watch(link, (state) => {
    if (state === 'open') void lookUp()
  })

  return {
    load,
    clip,
    last,
    busy: submit.busy,
    intents,
    lastIntent: computed(() => (last.value?.intentId === undefined ? undefined : intents.get(last.value.intentId))),
    clipsOf: (streamId: string): Intent[] => [...intents.values()].filter((intent) => isClipOf(intent, streamId)),
  }
}

type Clipping = ReturnType<typeof createClipping>
const key: InjectionKey<Clipping> = Symbol('clipping')

export function provideClipping(): Clipping {
  const clipping = createClipping()
  provide(key, clipping)
  return clipping
}

export function useClipping(): Clipping {
  const clipping = inject(key)
  if (clipping === undefined) throw new Error('The Streams view provides clipping.')
  return clipping
}
