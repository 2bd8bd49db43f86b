// The template that is open: its form, its draft, the analysis that follows it. Content is replaced, never changed in place, so that a
// 300 KB text costs nothing to hand on.
import { computed, onBeforeUnmount, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import { isObject } from '#contract/json.ts'
import type { Json } from '#contract/json.ts'
import { isMaskedField, withoutMasked } from '#contract/masked.ts'
import type { LoadReason } from '../../../composables/draft/draft-types.ts'
import type { DraftEditor } from '../../../composables/draft/useDraft.ts'
import { useDraft } from '../../../composables/draft/useDraft.ts'
import { whenIdle } from '../../../composables/when-idle.ts'
import { createAnalyser } from '../model/analyser.ts'
import { emptyTemplate, fromBody, toBody } from '../model/body.ts'
import { sampleSets } from '../model/types.ts'
import type { Analysis, SampleSet, Samples, Template } from '../model/types.ts'
import { fieldsOf, newTarget, operationOf, outlineFor, targetOf, templateFields } from './target.ts'
import type { Target } from './target.ts'

export interface Studio {
  drafts: DraftEditor
  template: Readonly<ShallowRef<Template | undefined>>
  samples: Readonly<ShallowRef<Samples>>
  target: Readonly<ShallowRef<Target>>
  notes: Readonly<ShallowRef<string>>
  analysis: Readonly<ShallowRef<Analysis | undefined>>
  /** Which state of the template was asked about last. */
  generation: Readonly<ShallowRef<number>>
  /** Of the bytes as they would be sent now; undefined until they are counted. */
  hash: ComputedRef<string | undefined>
  /** Why there is no analysis. */
  analysisError: Readonly<ShallowRef<string | undefined>>
  /** The request's body as it would be sent now. */
  body: ComputedRef<Json>
  change(part: Partial<Template>): void
  setSamples(samples: Samples): void
  setNotes(text: string): void
  setTarget(target: Target): void
  /** What stands in the form, as a draft's content. */
  content(): DraftContent | undefined
  /** Takes another content over, as a conflict's answer. */
  take(content: DraftContent): void
  /** A new draft with this content; answers its id. */
  create(template: Partial<Template>, target?: Target): Promise<string>
}

const noSamples: Samples = { set: 'defaults', custom: '' }

/** `onLoad` hears when the form shows content that was not typed here. */
export function useStudio(onLoad: (why: LoadReason) => void): Studio {
  const template = shallowRef<Template>()
  const samples = shallowRef<Samples>(noSamples)
  const target = shallowRef<Target>(newTarget)
  const notes = shallowRef('')
  const analysis = shallowRef<Analysis>()
  const generation = shallowRef(0)
  const analysisError = shallowRef<string>()
  let unplanned = (): void => undefined
  const analyser = createAnalyser(
    (result) => {
      unplanned()
      unplanned = whenIdle(() => {
        analysis.value = result
        analysisError.value = undefined
      })
    },
    (message) => (analysisError.value = message),
  )
  onBeforeUnmount(() => {
    unplanned()
    analyser.stop()
  })

  const body = computed<Json>(() =>
    template.value === undefined ? null : toBody(template.value, target.value.recordId, outlineFor(target.value)),
  )

  function contentOf(of: Template, to: Target, with_: Samples, text: string): DraftContent {
    return {
      operation: operationOf(to),
      title: (of.name || of.subject).trim().slice(0, 500),
      path: {},
      query: {},
      body: toBody(of, to.recordId, outlineFor(to)),
      notes: text,
      tags: [...new Set(of.tags.map((tag) => tag.trim().slice(0, 64)).filter((tag) => tag !== ''))].slice(0, 64),
      ...(to.environment === undefined ? {} : { environment: to.environment }),
      extra: {
        samples: { ...with_ },
        ...(to.unread.length === 0 ? {} : { unread: [...to.unread] }),
        ...(to.adopted === undefined ? {} : { adopted: to.adopted }),
      },
      base: to.base ?? null,
    }
  }

  const content = (): DraftContent | undefined =>
    template.value === undefined ? undefined : contentOf(template.value, target.value, samples.value, notes.value)

  function show(next: DraftContent | undefined): void {
    template.value = next === undefined ? undefined : fromBody(next.body).template
    target.value = next === undefined ? newTarget : targetOf(next)
    samples.value = samplesIn(next?.extra.samples)
    notes.value = next?.notes ?? ''
  }

  const drafts = useDraft({
    read: content,
    load(draft: Draft | undefined, why) {
      if (why === 'saved') return
      show(draft)
      if (why === 'opened') {
        unplanned()
        analysis.value = undefined
      }
      analyse()
      onLoad(why)
    },
  })

  function analyse(): void {
    if (template.value === undefined) return
    const { recordId } = target.value
    generation.value = analyser.update(
      template.value,
      samples.value,
      recordId === undefined ? undefined : { id: recordId, base: outlineFor(target.value) ?? null },
    )
  }

  function changed(): void {
    drafts.touch()
    analyse()
  }

  return {
    drafts,
    template,
    samples,
    target,
    notes,
    analysis,
    generation,
    hash: computed(() => (analysis.value?.generation === generation.value ? analysis.value.hash : undefined)),
    analysisError,
    body,
    change(part) {
      if (template.value === undefined) return
      template.value = { ...template.value, ...part }
      changed()
    },
    setSamples(next) {
      samples.value = next
      changed()
    },
    setNotes(text) {
      notes.value = text
      drafts.touch()
    },
    setTarget(next) {
      target.value = next
      changed()
    },
    content,
    take(next) {
      show(next)
      changed()
    },
    create: (part, to = newTarget) => drafts.create(contentOf({ ...emptyTemplate(), ...part }, to, noSamples, '')),
  }
}

function samplesIn(value: Json | undefined): Samples {
  if (!isObject(value)) return noSamples
  const set = sampleSets.find((one: SampleSet) => one === value.set) ?? 'defaults'
  return { set, custom: typeof value.custom === 'string' ? value.custom : '' }
}

/** A platform's record as a template to work on, and the target of its next version. */
export function fromRecord(
  id: string,
  record: Json,
  environment: NonNullable<Target['environment']>,
): { template: Partial<Template>; target: Target } {
  const { template, kept } = fromBody(isObject(record) ? withoutMasked(record) : record)
  const masked = isObject(record) ? templateFields.filter((name) => isMaskedField(name, record[name])) : []
  const unread = templateFields.filter(
    (name) =>
      masked.includes(name) ||
      Object.keys(kept).some((path) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`)),
  )
  return { template, target: { ...newTarget, recordId: id, environment, base: fieldsOf(record), unread } }
}
