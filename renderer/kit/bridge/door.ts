// Why there is no link: a refused WebSocket does not say, but the page's own address does.

/** How the page's own address answers. `shut`: there is a server, which does not serve the page. */
export type Door = 'open' | 'shut' | 'silent'

export async function tryDoor(view: Window & typeof globalThis): Promise<Door> {
  try {
    const { pathname, search } = view.location
    const { ok } = await view.fetch(`${pathname}${search}`, { method: 'HEAD', cache: 'no-store' })
    return ok ? 'open' : 'shut'
  } catch {
    return 'silent'
  }
}
