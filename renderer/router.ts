import { createRouter, createWebHashHistory } from 'vue-router'
import type { Router } from 'vue-router'
import { keepToken } from './bridge/index.ts'
import { loadMessages } from './i18n.ts'
import { views } from './views/index.ts'
import type { ViewDefinition } from './views/view-definition.ts'

/** Routes from the views' folders; the fragment is the address, since the host serves one page. */
export function createDeskRouter(): Router {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      ...views.map((view) => ({ path: `/${view.id}`, name: view.id, component: () => withMessages(view), meta: { title: view.title } })),
      { path: '/:rest(.*)*', redirect: `/${views[0]?.id ?? ''}` },
    ],
  })
  router.afterEach(() => keepToken(window.history))
  hearEarly(router)
  return router
}

/** The router hears the address only once the first view stands: what is written into it before is kept here, and gone to then. */
function hearEarly(router: Router): void {
  let wanted: string | undefined
  const hear = (): void => {
    wanted = window.location.hash.slice(1)
  }
  window.addEventListener('hashchange', hear)
  void router
    .isReady()
    .catch(() => undefined)
    .then(() => {
      window.removeEventListener('hashchange', hear)
      if (wanted !== undefined && wanted !== router.currentRoute.value.fullPath) void router.push(wanted)
    })
}

/** A view stands only once its words are there. */
async function withMessages({ id, component, messages = [id] }: ViewDefinition): ReturnType<ViewDefinition['component']> {
  const [loaded] = await Promise.all([component(), loadMessages(messages)])
  return loaded
}
