// Mounts a part of the desk on an in-memory bridge, with the real stores, router, messages and Nuxt UI.
import { _api } from '@iconify/vue'
import ui from '@nuxt/ui/vue-plugin'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { defineComponent, h, type Component } from 'vue'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import App from '@nuxt/ui/components/App.vue'
import { connectBridge } from '../../../renderer/kit/bridge/index.ts'
import { i18n, loadMessages, messageFiles } from '../../../renderer/kit/i18n.ts'
import { setFormats } from '../../../renderer/kit/base/locale.ts'
import { initStores } from '../../../renderer/stores.ts'
import { createMemoryBridge, type MemoryBridge } from './memory-bridge.ts'

export interface Mounted {
  wrapper: VueWrapper
  bridge: MemoryBridge
  router: Router
}

/** Mounts a component at an address; returns once what it first reads has come. */
export async function mountOnDesk(
  component: unknown,
  props: Record<string, unknown> = {},
  options: { at?: string; intents?: number; prepare?: (bridge: MemoryBridge) => void } = {},
): Promise<Mounted> {
  await loadMessages(messageFiles)
  setFormats({ hours: 'h23' })
  _api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 })))
  const pinia = createPinia()
  setActivePinia(pinia)
  const bridge = createMemoryBridge(options.intents ?? 12)
  options.prepare?.(bridge)
  // The link first: stores read at once where it stands open.
  connectBridge(bridge.transport)
  // A link that an earlier test left lost opens now, and its listeners ask their own stores: those are not this test's.
  setActivePinia(pinia)
  initStores()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:view(.*)*', component: { render: () => null } }],
  })
  await router.push(options.at ?? '/')
  const Root = defineComponent(() => () => h(App, { toaster: null }, () => h(component as Component, props)))
  const wrapper = mount(Root, { global: { plugins: [pinia, i18n, router, ui] }, attachTo: document.body })
  await flushPromises()
  return { wrapper, bridge, router }
}
