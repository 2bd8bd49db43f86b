import { defined } from '#contract/defined.ts'
import { computed, onBeforeUnmount, shallowRef, watch } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import { isMaskedField, withoutMasked } from '#contract/masked.ts'
import { useDraft, type DraftForm } from '#writing/draft/useDraft.ts'
import type { LoadReason } from '#writing/revisions/types.ts'
import { whenIdle } from '#kit/composables/time/when-idle.ts'
import { useMail } from '#writing/stores/mail.ts'
import { createAnalyser } from '../model/analyser.ts'
import { emptyTemplate, fromBody, templateFields, toBody } from '../model/body.ts'
import { noSamples, samplesIn, samplesToKeep } from '../model/sample-sets.ts'
import type { Analysis, Samples, Template } from '../model/types.ts'
import { useSections } from './useSections.ts'
import { fieldsOf, newTarget, operationOf, outlineFor, targetOf, type Target } from '../model/target.ts'

/**
 * The open template: its form, its draft and its analysis. Content is replaced, never changed in place, so that a 300 KB text is not
 * copied. `onLoad` is called when the form shows content that was not typed here.
 */
export function useStudio(onLoad: (why: LoadReason) => void) {
  const template = shallowRef<Template>()
  const samples = shallowRef<Samples>(noSamples)
  const target = shallowRef<Target>(newTarget)
  const notes = shallowRef('')
  /** What the draft keeps of a mail of blocks (`model/blocks/types.ts`). */
  const blocks = shallowRef<Json>()
  const analysis = shallowRef<Analysis>()
  /** The preview of a long template until its analysis is there. */
  const first = shallowRef<Analysis['rendered']>()
  const generation = shallowRef(0)
  const analysisError = shallowRef<DeskError>()
  const mail = useMail()
  void mail.ensure()
  let cancelIdle = (): void => undefined
  const analyser = createAnalyser(
    (result) => {
      cancelIdle()
      cancelIdle = whenIdle(() => {
        analysis.value = result
        first.value = undefined
        analysisError.value = undefined
      })
    },
    (said) =>
      (analysisError.value = new DeskError('internal', 'The template could not be analysed.', {
        facts: { reason: 'analysis_failed', said },
      })),
    undefined,
    (rendered) => (first.value = rendered),
  )
  onBeforeUnmount(() => {
    cancelIdle()
    analyser.stop()
  })

  const body = computed<Json>(() =>
    template.value === undefined ? null : toBody(template.value, target.value.recordId, outlineFor(target.value)),
  )

  function contentOf(of: Template, to: Target, with_: Samples, text: string, made?: Json): DraftContent {
    return {
      operation: operationOf(to),
      title: (of.name || of.subject).trim().slice(0, 500),
      path: {},
      query: {},
      body: toBody(of, to.recordId, outlineFor(to)),
      notes: text,
      tags: [...new Set(of.tags.map((tag) => tag.trim().slice(0, 64)).filter((tag) => tag !== ''))].slice(0, 64),
      ...defined({ environment: to.environment }),
      extra: {
        samples: samplesToKeep(with_),
        ...(to.unread.length === 0 ? {} : { unread: [...to.unread] }),
        ...defined({ adopted: to.adopted, blocks: made }),
      },
      base: to.base ?? null,
    }
  }

  const content = (): DraftContent | undefined =>
    template.value === undefined
      ? undefined
      : contentOf(template.value, target.value, samples.value, notes.value, blocks.value)

  function show(next: DraftContent | undefined): void {
    template.value = next === undefined ? undefined : fromBody(next.body).template
    target.value = next === undefined ? newTarget : targetOf(next)
    samples.value = samplesIn(next?.extra.samples)
    notes.value = next?.notes ?? ''
    blocks.value = next?.extra.blocks
  }

  const sections = useSections(() => target.value.environment)
  watch(sections.on, () => analyse())

  const form: DraftForm = {
    read: content,
    load(draft: Draft | undefined, why) {
      if (why === 'saved') return
      show(draft)
      if (why === 'opened') {
        cancelIdle()
        analysis.value = undefined
        first.value = undefined
        analyser.opened()
      }
      analyse()
      onLoad(why)
    },
  }
  // Blocks and what was made of them are one thing.
  const drafts = useDraft(form, { whole: ['extra.blocks'] })

  function analyse(): void {
    if (template.value === undefined) return
    const { recordId } = target.value
    generation.value = analyser.update(
      template.value,
      samples.value,
      recordId === undefined ? undefined : { id: recordId, base: outlineFor(target.value) ?? null },
      defined({ sections: sections.on.value, clients: mail.settings?.clients }),
    )
  }

  // A mail client more or less changes what is a problem, and nothing of the draft.
  watch(() => mail.settings?.clients.join(' '), analyse)

  function changed(): void {
    drafts.touch()
    analyse()
  }

  return {
    drafts,
    template,
    samples,
    target,
    blocks,
    analysis,
    first,
    /** Which state of the template was to be analysed last. */
    generation,
    /** Of the bytes as they would be sent now; undefined until it is computed. */
    hash: computed(() => (analysis.value?.generation === generation.value ? analysis.value.hash : undefined)),
    analysisError,
    sections,
    body,
    change(part: Partial<Template>): void {
      if (template.value === undefined) return
      template.value = { ...template.value, ...part }
      changed()
    },
    /** Blocks, and the HTML that they made where it is there already, as one change of the draft. */
    setBlocks(next: Json | undefined, html?: string): void {
      if (template.value === undefined) return
      blocks.value = next
      if (html !== undefined) template.value = { ...template.value, htmlContent: html }
      changed()
    },
    setSamples(next: Samples): void {
      samples.value = next
      changed()
    },
    setTarget(next: Target): void {
      target.value = next
      changed()
    },
    content,
    take(next: DraftContent): void {
      show(next)
      changed()
    },
    create: (part: Partial<Template>, to = newTarget, kept?: Json): Promise<string> =>
      drafts.create(contentOf({ ...emptyTemplate(), ...part }, to, noSamples, '', kept)),
  }
}

export type Studio = ReturnType<typeof useStudio>

/** A record of the platform as a template to edit, and the target of its next version. */
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
