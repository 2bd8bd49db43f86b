// Enough D-Bus to ask the Secret Service how it is before a native addon is called: an addon that meets a silent
// service freezes a thread, while a socket can be closed.
import { connect } from 'node:net'
import { createListeners } from '#contract/listeners.ts'
import { encodeCall, readMessage, type BusCall, type BusMessage } from './dbus-wire.ts'

/** `name` is the D-Bus error's name, or `closed`. */
export class BusError extends Error {
  constructor(name: string) {
    super(`D-Bus: ${name}`)
    this.name = name
  }
}

export interface Bus {
  /** Rejects with BusError. Waits for ever: the caller closes the bus. */
  call(call: BusCall): Promise<BusMessage>
  onSignal(listener: (signal: BusMessage) => void): () => void
  readonly closed: Promise<void>
  close(): void
}

/** Longest message taken, in bytes. */
const longest = 1 << 20

/** Undefined where it is no unix socket, null where there is none. */
export function sessionBusPath(env: NodeJS.ProcessEnv): string | null | undefined {
  const address = env.DBUS_SESSION_BUS_ADDRESS
  if (address === undefined || address === '')
    return env.XDG_RUNTIME_DIR === undefined ? null : `${env.XDG_RUNTIME_DIR}/bus`
  for (const one of address.split(';')) {
    const place = /^unix:(?:.*,)?(path|abstract)=([^,]*)/.exec(one)
    if (place !== null) return (place[1] === 'abstract' ? '\0' : '') + decodeURIComponent(place[2] ?? '')
  }
  return undefined
}

/** Connects and signs in; rejects with BusError. The socket never keeps the process alive. */
export function openBus(path: string): { bus: Bus; ready: Promise<void> } {
  const socket = connect({ path })
  socket.unref()
  const pending = new Map<number, { done: (message: BusMessage) => void; fail: (error: BusError) => void }>()
  const listeners = createListeners<[BusMessage]>()
  const welcome = Promise.withResolvers<undefined>()
  const closed = Promise.withResolvers<undefined>()
  let serial = 0
  let signedIn = false
  let buffer = Buffer.alloc(0)

  const end = (name: string) => {
    socket.destroy()
    welcome.reject(new BusError(name))
    closed.resolve(undefined)
    for (const { fail } of pending.values()) fail(new BusError(name))
    pending.clear()
  }

  const take = (message: BusMessage) => {
    if (message.type === 'signal') listeners.emit(message)
    const waiting = message.replyTo === undefined ? undefined : pending.get(message.replyTo)
    if (waiting === undefined || message.replyTo === undefined) return
    pending.delete(message.replyTo)
    if (message.type === 'error') waiting.fail(new BusError(message.errorName ?? 'error'))
    else waiting.done(message)
  }

  socket.on('connect', () =>
    socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')}\r\n`),
  )
  socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'closed'))
  socket.on('close', () => end('closed'))
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    if (buffer.length > longest) return end('too_long')
    if (!signedIn) {
      const line = buffer.indexOf('\r\n')
      if (line < 0) return
      if (buffer.toString('latin1', 0, 3) !== 'OK ') return end('rejected')
      signedIn = true
      buffer = buffer.subarray(line + 2)
      socket.write('BEGIN\r\n')
      welcome.resolve(undefined)
    }
    try {
      for (let read = readMessage(buffer); read !== undefined; read = readMessage(buffer)) {
        buffer = buffer.subarray(read.length)
        take(read.message)
      }
    } catch {
      end('unreadable')
    }
  })

  const bus: Bus = {
    call(call) {
      if (socket.destroyed) return Promise.reject(new BusError('closed'))
      const id = ++serial
      socket.write(encodeCall(id, call))
      return new Promise((done, fail) => pending.set(id, { done, fail }))
    },
    onSignal: listeners.add,
    closed: closed.promise,
    close: () => end('closed'),
  }
  const hello = {
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'Hello',
  }
  const ready = welcome.promise.then(() => bus.call(hello)).then(() => undefined)
  ready.catch(() => undefined)
  return { bus, ready }
}
