import '#kit/older-browsers/complete.ts'
import '#kit/theme/main.css'
import { _api } from '@iconify/vue'
import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { connectBridge } from '#kit/bridge/index.ts'
import { createLoopbackTransport } from '#kit/bridge/loopback.ts'
import { keepFocus } from '#kit/composables/task/keep-focus.ts'
import { guardComposition } from '#kit/composables/task/keys.ts'
import { usePrivacy } from '#kit/composables/usePrivacy.ts'
import { i18n, loadMessages } from '#kit/i18n.ts'
import { readAddress } from './address.ts'
import DockApp from './DockApp.vue'
import { initDock } from './start.ts'

// An icon that was not bundled stays missing instead of being fetched from the network.
_api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 })))
guardComposition(window)
keepFocus(document)
// Docks stand on a screen that may be shown: names of people are never looked up for them.
usePrivacy().masked.value = true

const address = readAddress(window.location)
const app = createApp(DockApp, { address })
app.use(createPinia()).use(i18n).use(ui)
initDock()
const { protocol, host } = window.location
connectBridge(
  createLoopbackTransport(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bridge`, address.secret, window.WebSocket),
)
// Without its words a dock says nothing.
void loadMessages(['dock', 'live']).finally(() => app.mount('#app'))
