// Connects to a running desk. Needs Node 22 or newer and no packages.
import { setTimeout as wait } from 'node:timers/promises'
import { host, logIn } from './login.mjs'

/** What the desk refused, with its code and, after a 429, the time to wait. */
export class DeskError extends Error {
  constructor({ code, message, retryAfterMs }) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** The connection ended before the answer: nobody knows whether the desk did it. */
const lost = () => new DeskError({ code: 'connection_lost', message: 'The connection to the desk ended.' })

/** Connects once. `onEvent` hears every event that the grant may hear. */
export function connect(onEvent = () => {}) {
  const socket = new WebSocket(`ws://${host}/bridge`, ['showdesk.v1', 'scram-sha-256'])
  const asked = new Map()
  let lastId = 0
  const read = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(data)
    if (id === undefined) return onEvent(method, params)
    const call = asked.get(id)
    asked.delete(id)
    if (error) call?.reject(new DeskError(error.data))
    else call?.resolve(result)
  }
  const closed = new Promise((done) => {
    socket.onclose = () => {
      for (const { reject } of asked.values()) reject(lost())
      asked.clear()
      done()
    }
  })
  const call = (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(lost())
      asked.set(++lastId, { resolve, reject })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }))
    })
  return new Promise((resolve, reject) => {
    const message = `No desk at ${host} takes this grant.`
    socket.onerror = () => reject(new DeskError({ code: 'not_connected', message }))
    socket.onopen = async () => {
      try {
        await logIn(socket)
        socket.onmessage = read
        resolve({ call, closed, close: () => socket.close() })
      } catch (error) {
        socket.close()
        reject(new DeskError({ code: 'not_connected', message: `${message} ${error.message}` }))
      }
    }
  })
}

/** Connects again and again. `onLost` runs once for each outage. */
export async function stayConnected({ onOpen, onEvent, onLost }) {
  let told = false
  let pause = 250
  for (;;) {
    try {
      const desk = await connect(onEvent)
      told = false
      pause = 250
      onOpen(desk)
      await desk.closed
    } catch {
      pause = Math.min(pause * 2, 5_000)
    }
    if (!told) onLost()
    told = true
    await wait(pause)
  }
}
