// A page whose network nobody watches: the browser's driver copies every message of a page's sockets on the page's own
// thread, which takes longer for 8 MiB than what is measured. It is driven by the browser's protocol.
import type { Browser, CDPSession } from 'playwright-core'

export interface QuietPage {
  /** One command of the browser's protocol. */
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
  /** The value of an expression in the page, once it has settled. */
  evaluate: (expression: string) => Promise<unknown>
  /** Listens to an event of the protocol. */
  on: (event: string, listener: (params: Record<string, unknown>) => void) => void
  close: () => Promise<void>
}

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

export async function openQuietPage(browser: Browser, url: string): Promise<QuietPage> {
  const root = await browser.newBrowserCDPSession()
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', width: 1440, height: 900 })
  const quiet = await quietTarget(root, targetId)
  const loaded = new Promise<void>((resolve) => quiet.on('Page.loadEventFired', () => resolve()))
  await quiet.send('Page.navigate', { url })
  await loaded
  return quiet
}

/** A page that is open already. */
export async function joinQuietPage(browser: Browser, targetId: string): Promise<QuietPage> {
  return quietTarget(await browser.newBrowserCDPSession(), targetId)
}

async function quietTarget(root: CDPSession, targetId: string): Promise<QuietPage> {
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (message: Message) => void>()
  const listeners = new Map<string, (params: Record<string, unknown>) => void>()
  let last = 0
  root.on('Target.receivedMessageFromTarget', (from) => {
    if (from.sessionId !== sessionId) return
    const message = JSON.parse(from.message) as Message
    if (message.id === undefined) listeners.get(message.method ?? '')?.(message.params ?? {})
    else waiting.get(message.id)?.(message)
  })

  async function send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = (last += 1)
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    await root.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    const { result = {}, error } = await answer
    waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }

  await send('Page.enable')
  await send('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  return {
    send,
    async evaluate(expression) {
      const { result, exceptionDetails } = (await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })) as { result: { value?: unknown }; exceptionDetails?: unknown }
      if (exceptionDetails !== undefined) throw new Error(`The page: ${JSON.stringify(exceptionDetails)}`)
      return result.value
    },
    on: (event, listener) => void listeners.set(event, listener),
    async close() {
      await root.send('Target.closeTarget', { targetId })
      await root.detach()
    },
  }
}
