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
  return router
}

/** A view stands only once its words are there. */
async function withMessages({ id, component, messages = [id] }: ViewDefinition): ReturnType<ViewDefinition['component']> {
  const [loaded] = await Promise.all([component(), loadMessages(messages)])
  return loaded
}
