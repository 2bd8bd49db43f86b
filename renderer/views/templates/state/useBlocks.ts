import { onBeforeUnmount, ref, shallowRef, watch } from 'vue'
import type { Json } from '#contract/json.ts'
import type { CompiledMail } from '#contract/mail.ts'
import { htmlOf, onlyCode } from '../model/blocks/compile.ts'
import { asOneBlock, hashOf, openBlocks } from '../model/blocks/open.ts'
import type { Look } from '../model/blocks/to-mjml.ts'
import type { BlockDocument, KeptBlocks } from '../model/blocks/types.ts'

const settleMs = 200

interface Mail {
  html: () => string
  /** What the draft keeps; the same object until another one is loaded. */
  kept: () => Json | undefined
  /** Rejects while the brand can't be read. */
  look: () => Promise<Look>
  compile: (mjml: string) => Promise<CompiledMail>
  /** Without `html` the code stays as it is. */
  change: (kept: Json | undefined, html?: string) => void
}

/**
 * The blocks of the open draft. Each change is in the draft at once, and its HTML as soon as it is made; an older HTML never replaces a
 * newer one. Code that was written by hand is only replaced when the person says so.
 */
export function useBlocks(mail: Mail) {
  const document = shallowRef<BlockDocument>()
  /** Kept blocks whose code was changed since. */
  const older = shallowRef<BlockDocument>()
  const state = ref<'made' | 'making' | 'failed'>('made')
  let made = ''
  let seen: { html: string; kept: Json | undefined } | undefined
  let newest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(kept: KeptBlocks | undefined, html?: string): void {
    const json = kept as Json | undefined
    seen = { html: html ?? mail.html(), kept: json }
    mail.change(json, html)
  }

  async function load(): Promise<void> {
    const [html, kept] = [mail.html(), mail.kept()]
    if (seen?.html === html && seen.kept === kept) return
    clearTimeout(timer)
    newest += 1
    const mine = newest
    seen = { html, kept }
    const opened = await openBlocks(html, kept)
    if (mine !== newest) return
    made = opened.made
    older.value = opened.older
    state.value = 'made'
    document.value = opened.document
    if (opened.pending) void make(opened.document)
  }
  watch([mail.html, mail.kept], () => void load(), { immediate: true })
  onBeforeUnmount(() => {
    clearTimeout(timer)
    newest += 1
  })

  async function make(blocks: BlockDocument): Promise<void> {
    clearTimeout(timer)
    newest += 1
    const mine = newest
    state.value = 'making'
    try {
      const { html } = await htmlOf(blocks, await mail.look(), mail.compile)
      const hash = await hashOf(html)
      if (mine !== newest) return
      made = hash
      state.value = 'made'
      tell({ document: blocks, made }, html)
    } catch {
      if (mine === newest) state.value = 'failed'
    }
  }

  function edit(next: BlockDocument): void {
    document.value = next
    older.value = undefined
    clearTimeout(timer)
    const code = next.blocks.length === 0 ? '' : onlyCode(next)
    if (code !== undefined) {
      newest += 1
      state.value = 'made'
      // Code alone needs nothing beside it.
      tell(undefined, code)
      return
    }
    state.value = 'making'
    tell({ document: next, made, pending: true })
    timer = setTimeout(() => void make(next), settleMs)
  }

  return {
    /** Undefined until the draft was read. */
    document,
    older,
    state,
    edit,
    /** Makes the HTML once more after it failed. */
    again: (): void => {
      if (document.value !== undefined) void make(document.value)
    },
    keepCode: (): void => edit(asOneBlock(mail.html())),
    goBack: (): void => {
      if (older.value !== undefined) edit(older.value)
    },
  }
}
