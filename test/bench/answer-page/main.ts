// The viewer of answers alone in a page, on the desk's bridge over a socket.
import './page.css'
import { _api } from '@iconify/vue'
import App from '@nuxt/ui/components/App.vue'
import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp, h, shallowRef, type Component, type VNode } from 'vue'
import type { Exchange } from '#contract/requests.ts'
import { connectBridge, hostTransport } from '../../../renderer/kit/bridge/index.ts'
import { i18n, loadMessages } from '../../../renderer/kit/i18n.ts'
import AnswerViewer from '../../../renderer/records/products/answer/AnswerViewer.vue'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'

declare global {
  interface Window {
    showAnswer: (exchange: Exchange | undefined) => void
    setShow: (on: boolean) => void
    /** The longest wait of an input in milliseconds, and the number of inputs. */
    worst: { input: number; inputs: number }
  }
}

const shown = shallowRef<Exchange>()
window.showAnswer = (exchange) => (shown.value = exchange)
window.setShow = (on) => (usePrivacy().masked.value = on)
window.worst = { input: 0, inputs: 0 }
for (const name of ['pointermove', 'keydown', 'wheel'] as const) {
  window.addEventListener(
    name,
    (event) => {
      window.worst.input = Math.max(window.worst.input, performance.now() - event.timeStamp)
      window.worst.inputs += 1
    },
    { capture: true, passive: true },
  )
}

_api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 })))
const viewer = (): VNode =>
  shown.value === undefined
    ? h('p', 'Nothing')
    : h(AnswerViewer as Component, { exchange: shown.value, operation: shown.value.operation })
const app = createApp({
  render: () =>
    h(App as Component, { toaster: null }, () =>
      h('main', { style: 'height: 100dvh; overflow: auto; padding: 12px' }, [viewer()]),
    ),
})
app.use(createPinia()).use(i18n).use(ui)
connectBridge(hostTransport(window))
void loadMessages(['answer', 'resources']).then(() => app.mount('#app'))
