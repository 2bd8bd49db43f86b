import { createRouter, createWebHashHistory } from 'vue-router'
import type { Router } from 'vue-router'
import { keepToken } from './bridge/index.ts'
import { views } from './views/index.ts'

/** Routes from the views' folders; the fragment is the address, since the host serves one page. */
export function createDeskRouter(): Router {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      ...views.map((view) => ({ path: `/${view.id}`, name: view.id, component: view.component, meta: { title: view.title } })),
      { path: '/:rest(.*)*', redirect: `/${views[0]?.id ?? ''}` },
    ],
  })
  router.afterEach(() => keepToken(window.history))
  return router
}
