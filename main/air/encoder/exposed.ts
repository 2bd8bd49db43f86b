// Does software that is reached on this computer answer the network too?
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

const patienceMs = 1_000

const isLoopback = (host: string): boolean => /^(localhost|127\.|\[?::1\]?$)/i.test(host)

/** Tries its port on the other addresses of this machine; always false for software elsewhere. */
export async function isExposed(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address)
  if (!isLoopback(hostname)) return false
  const own = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ internal, scopeid }) => !internal && !scopeid).map((one) => one.address),
  )
  const number = Number(port) || (protocol === 'wss:' ? 443 : 80)
  const answers = await Promise.all(own.map((host) => answersAt(host, number)))
  return answers.includes(true)
}

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patienceMs })
    const end = (isOpen: boolean): void => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
