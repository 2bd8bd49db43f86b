// The connection to the desk on this machine. It comes back by itself, for ever.
import { logIn } from './login.js'

const form = /^http:\/\/(?:127\.0\.0\.1|localhost):(\d+)\/\S*#g=([\w-]+)$/

/** The port and the secret out of what was pasted: a whole address, or a secret with the port beside it. */
export function readGrant(port, pasted) {
  const text = (pasted ?? '').trim()
  const [, ofAddress, secret] = form.exec(text) ?? []
  if (secret !== undefined) return { port: Number(ofAddress), secret }
  const chosen = Number(port)
  if (!/^[\w-]{20,}$/.test(text) || !Number.isInteger(chosen) || chosen < 1 || chosen > 65_535) return undefined
  return { port: chosen, secret: text }
}

export class ConnectionLost extends Error {}

/** The desk's own error: `code`, and `retryAfterMs` after a 429. */
export class Refused extends Error {
  constructor({ code, message, retryAfterMs }) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

export class DeskConnection {
  #socket
  /** Both sides have proved that they know the grant. */
  #proved = false
  #asked = new Map()
  #lastId = 0
  #pause = 250
  #timer
  #ended = false

  /** `listener` has `onOpen()`, `onLost(refused)` and `onEvent(name, payload)`. */
  constructor({ port, secret }, listener) {
    this.address = `127.0.0.1:${port}`
    this.secret = secret
    this.listener = listener
    this.#connect()
  }

  get isOpen() {
    return this.#proved && this.#socket?.readyState === WebSocket.OPEN
  }

  #connect() {
    const socket = new WebSocket(`ws://${this.address}/bridge`, ['showdesk.v1', 'scram-sha-256'])
    this.#socket = socket
    this.#proved = false
    let wasOpen = false
    socket.onopen = async () => {
      try {
        await logIn(socket, this.address, this.secret)
      } catch {
        return socket.close()
      }
      if (socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return
      socket.onmessage = ({ data }) => this.#read(JSON.parse(data))
      wasOpen = true
      this.#proved = true
      this.#pause = 250
      this.listener.onOpen()
    }
    socket.onclose = () => {
      this.#proved = false
      for (const { reject } of this.#asked.values()) reject(new ConnectionLost())
      this.#asked.clear()
      if (!this.#ended) void this.#lose(wasOpen)
    }
  }

  async #lose(wasOpen) {
    this.#timer = setTimeout(() => this.#connect(), this.#pause)
    this.#pause = Math.min(this.#pause * 2, 5_000)
    // A WebSocket doesn't say why it was refused: a desk that answers otherwise refused the grant.
    const refused =
      !wasOpen &&
      (await fetch(`http://${this.address}/`).then(
        () => true,
        () => false,
      ))
    if (!this.#ended && !this.isOpen) this.listener.onLost(refused)
  }

  #read({ id, method, params, result, error }) {
    if (id === undefined) return this.listener.onEvent(method, params)
    const call = this.#asked.get(id)
    this.#asked.delete(id)
    if (error) call?.reject(new Refused(error.data))
    else call?.resolve(result)
  }

  /** Rejects with `Refused`, or with `ConnectionLost` where nobody knows whether the desk did it. */
  call(method, params = {}) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(new ConnectionLost())
      const id = ++this.#lastId
      this.#asked.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  end() {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#socket?.close()
  }
}
