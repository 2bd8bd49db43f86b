import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { CompiledMail, MailSettings } from '#contract/mail.ts'
import { call, on, onOpen } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'

/** What was typed and not saved yet, with what it started from. */
type Unsaved = { [K in 'brand' | 'snippets']?: { base: MailSettings[K]; now: MailSettings[K] } }

/** Opens a message in the system's mail program; only the app can. */
export async function openTestMail(name: string, text: string): Promise<void> {
  await call('mail.test', { name, text })
}

/** What the studio keeps for all templates; starts itself when it is first used. */
export const useMail = defineStore('mail', () => {
  /** Undefined until it was read. */
  const settings = ref<MailSettings>()
  /** Outlives the dialog in which it was typed. */
  const unsaved = shallowRef<Unsaved>({})
  const cache = createCache(async () => {
    settings.value = await call('mail.settings')
  })
  on('mail.changed', (changed) => {
    settings.value = changed
  })
  onOpen(() => void cache.refresh())

  async function change(part: BridgeInput<'mail.change'>): Promise<void> {
    settings.value = await call('mail.change', part)
  }

  const compile = (mjml: string): Promise<CompiledMail> => call('mail.compile', { mjml })

  return { settings, unsaved, ...cache, change, compile }
})
