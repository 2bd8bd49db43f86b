import { createRouter, createWebHashHistory, type Router } from 'vue-router'
import { keepToken } from '#kit/bridge/index.ts'
import { whenIdle } from '#kit/composables/time/when-idle.ts'
import { lateMessages, loadMessages } from '#kit/i18n.ts'
import { drawsHere } from '#kit/older-browsers/needs.ts'
import { views } from './views/index.ts'
import type { ViewDefinition } from './views/view-definition.ts'

type OpenedView = Pick<ViewDefinition, 'id' | 'component' | 'messages' | 'needs'>

/** The clock for the person in front of the camera, without the frame. */
export const stagePath = '/stage'

export function createDeskRouter(): Router {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      ...views.map((view) => ({
        path: `/${view.id}`,
        name: view.id,
        component: () => whereDrawn(view),
        meta: { title: view.title },
      })),
      {
        path: stagePath,
        name: 'stage',
        component: () =>
          whereDrawn({ id: 'stage', messages: ['stage', 'live'], component: () => import('#air/stage/StageView.vue') }),
      },
      { path: '/:rest(.*)*', redirect: '/live' },
    ],
  })
  router.afterEach(() => keepToken(window.history))
  followEarlyChanges(router)
  keepDestination(router)
  return router
}

/** While another view is on its way, what the old one still writes into the address is dropped: it would lead back to the old view. */
function keepDestination(router: Router): void {
  let leaving = false
  router.beforeEach((to, from) => {
    leaving = from.matched.length > 0 && to.path !== from.path
  })
  const arrived = (): void => void (leaving = false)
  router.afterEach(arrived)
  router.onError(arrived)
  const replace = router.replace.bind(router)
  router.replace = (to) => (leaving ? Promise.resolve() : replace(to))
}

/** An event of before may still be on its way. */
const lateMs = 100

/**
 * The router notices the address only once the first view is there, and then writes that view's own: changes before
 * that are followed afterwards, as they were wanted.
 */
function followEarlyChanges(router: Router): void {
  let wanted: string | undefined
  let first: string | undefined
  const shown = (): string => window.location.hash.slice(1)
  const hear = ({ newURL }: HashChangeEvent): void => {
    const address = new URL(newURL).hash.slice(1)
    if (first === undefined) wanted = address
    // Only what the first view's own address took the place of; a later change is the router's.
    else if (address !== first && shown() === first) void router.push(address)
  }
  window.addEventListener('hashchange', hear)
  void router
    .isReady()
    .catch(() => undefined)
    .then(() => {
      first = router.currentRoute.value.fullPath
      if (wanted !== undefined && wanted !== first) void router.push(wanted)
      setTimeout(() => window.removeEventListener('hashchange', hear), lateMs)
    })
}

const aheadAfterMs = 2_000

/** Loads late messages and views with `ahead` once the first one is there and the page is idle. */
export async function preloadViews(router: Router): Promise<void> {
  await router.isReady().catch(() => undefined)
  if (router.currentRoute.value.path === stagePath) return
  const fetch = (view: ViewDefinition): void => void Promise.allSettled([withMessages(view), view.ahead?.()])
  const act = (): void => {
    views.filter(({ ahead }) => ahead !== undefined).forEach(fetch)
    void loadMessages(lateMessages).catch(() => undefined)
  }
  setTimeout(() => whenIdle(act), aheadAfterMs)
}

/** A page with the reason in place of a view that this browser would draw wrong. */
const whereDrawn = (view: OpenedView): ReturnType<typeof withMessages> =>
  withMessages(
    drawsHere(view.needs)
      ? view
      : { id: 'older', messages: [], component: () => import('#kit/older-browsers/NewerBrowser.vue') },
  )

/** A view opens only with its messages. */
async function withMessages({ id, component, messages = [id] }: OpenedView): ReturnType<ViewDefinition['component']> {
  const [loaded] = await Promise.all([component(), loadMessages(messages)])
  return loaded
}
