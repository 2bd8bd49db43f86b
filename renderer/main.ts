import '#kit/older-browsers/complete.ts'
import '#kit/theme/main.css'
import { _api } from '@iconify/vue'
import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { connectBridge, hostTransport, on } from '#kit/bridge/index.ts'
import { keepFocus } from '#kit/composables/task/keep-focus.ts'
import { guardComposition } from '#kit/composables/task/keys.ts'
import { reloadDesk } from '#kit/bridge/reload.ts'
import { i18n } from '#kit/i18n.ts'
import { createDeskRouter, preloadViews } from './router.ts'
import { initStores } from './stores.ts'

// An icon that was not bundled stays missing instead of being fetched from the network.
_api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 })))

guardComposition(window)
keepFocus(document)
// Takes the token out of the address before the router reads it.
const transport = hostTransport(window)
const app = createApp(App)
const router = createDeskRouter()
app.use(createPinia()).use(i18n).use(router).use(ui)
initStores()
on('desk.restarted', () => reloadDesk(window))
connectBridge(transport)
app.mount('#app')
void preloadViews(router)
