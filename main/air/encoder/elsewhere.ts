// Whether software that can't be reached answers at another address: its default port, or one that a person entered.
// Nothing is sent but the opening of a WebSocket; no password leaves.

const defaultPort = '4455'
const patienceMs = 2_000

/** Addresses at which the same software may be, without the one that is known. */
export function candidatesOf(address: string, entered: readonly string[]): string[] {
  const usual = new URL(address)
  usual.port = defaultPort
  const known = new URL(address).href
  return [...new Set([usual.href, ...entered.map((one) => new URL(one).href)])].filter((one) => one !== known)
}

/** The first of them that greets as streaming software does; undefined where none does. Never rejects. */
export async function findElsewhere(candidates: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  const greets = await Promise.all(candidates.map((address) => isSoftware(address, signal)))
  return candidates.find((_, place) => greets[place])
}

function isSoftware(address: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, 'obswebsocket.json')
    const within = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const end = (is: boolean): void => {
      within.removeEventListener('abort', giveUp)
      socket.close()
      resolve(is)
    }
    const giveUp = (): void => end(false)
    within.addEventListener('abort', giveUp)
    socket.addEventListener('error', giveUp)
    socket.addEventListener('close', giveUp)
    socket.addEventListener('message', ({ data }) => end(/"obsWebSocketVersion"/.test(String(data))))
  })
}
