// Scripts for the two worlds of a page: the preload runs in a world of its own, and what it exposes is called from the
// page's. Values cross between them as structured clones, as text between page and process.

/**
 * As text, what JSON lacks included; long texts stand beside it where `texts` takes them, as Electron hands a text on
 * without writing it anew. Throws where Electron could not clone the value. This source also runs in pages.
 */
export function encode(value: unknown, texts?: string[]): string {
  const wrap = (one: unknown): unknown => {
    if (one === undefined) return { $: 'undefined' }
    if (typeof one === 'string' && one.length > 65_536 && texts !== undefined)
      return { $: 'text', of: texts.push(one) - 1 }
    if (one === null || typeof one === 'string' || typeof one === 'boolean') return one
    if (typeof one === 'number')
      return Number.isFinite(one) && !Object.is(one, -0) ? one : { $: 'number', of: String(one) }
    if (typeof one === 'bigint') return { $: 'bigint', of: String(one) }
    if (typeof one !== 'object') throw new Error('An object could not be cloned.')
    if (Array.isArray(one)) return one.map(wrap)
    if (one instanceof Date) return { $: 'date', of: one.getTime() }
    if (one instanceof Map) return { $: 'map', of: [...one].map(wrap) }
    if (one instanceof Set) return { $: 'set', of: [...one].map(wrap) }
    if (one instanceof Error) return { $: 'error', of: one.message }
    if (one instanceof Uint8Array) return { $: 'bytes', of: [...one] }
    const own = Object.entries(one).map(([name, inside]) => [name, wrap(inside)] as const)
    return '$' in one ? { $: 'object', of: own } : Object.fromEntries(own)
  }
  return JSON.stringify(wrap(value))
}

/** The opposite of `encode`. This source also runs in pages. */
export function decode(text: string, texts: readonly string[] = []): unknown {
  const unwrap = (one: unknown): unknown => {
    if (one === null || typeof one !== 'object') return one
    if (Array.isArray(one)) return one.map(unwrap)
    if (!('$' in one)) return Object.fromEntries(Object.entries(one).map(([name, inside]) => [name, unwrap(inside)]))
    const { $: kind, of } = one as { $: string; of: never }
    switch (kind) {
      case 'undefined':
        return undefined
      case 'text':
        return texts[of]
      case 'number':
        return Number(of)
      case 'bigint':
        return BigInt(of)
      case 'date':
        return new Date(of)
      case 'map':
        return new Map((of as unknown[]).map(unwrap) as Array<[unknown, unknown]>)
      case 'set':
        return new Set((of as unknown[]).map(unwrap))
      case 'error':
        return new Error(of)
      case 'bytes':
        return new Uint8Array(of)
      default:
        return Object.fromEntries((of as Array<[string, unknown]>).map(([name, inside]) => [name, unwrap(inside)]))
    }
  }
  return unwrap(JSON.parse(text))
}

export const isolatedWorld = 'Electron Isolated Context'
/** Called by the preload's world alone. */
export const binding = '__toMain'

/** In the preload's world: Electron's two modules for preloads, and the preload itself. */
function isolated(preload: (require: (name: string) => unknown) => void, toMain: (text: string) => void, path: string) {
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>()
  const asked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  const of = (channel: string) => {
    const known = listeners.get(channel) ?? new Set()
    listeners.set(channel, known)
    return known
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        last += 1
        asked.set(last, { resolve, reject })
        toMain(encode({ id: last, channel, args: structuredClone(args) }))
      }),
    on: (channel: string, listener: (event: object, ...args: unknown[]) => void) => void of(channel).add(listener),
    off: (channel: string, listener: (event: object, ...args: unknown[]) => void) => void of(channel).delete(listener),
  }
  interface Message {
    id?: number
    value?: unknown
    error?: string
    channel?: string
    args?: unknown[]
  }
  function take(message: Message): void {
    if (message.id === undefined) {
      for (const listener of of(message.channel ?? '')) listener({}, ...(message.args ?? []))
      return
    }
    const waiting = asked.get(message.id)
    asked.delete(message.id)
    if (message.error === undefined) waiting?.resolve(message.value)
    else waiting?.reject(new Error(message.error))
  }
  let pieces: string[][] = []
  // The process that stands for Electron calls it: with the pieces of each long text, and then with the message.
  Object.assign(globalThis, {
    __fromMain(text: string, piece: number | null) {
      if (piece !== null) return void (pieces[piece] ??= []).push(text)
      const texts = pieces.map((one) => one.join(''))
      pieces = []
      take(decode(text, texts) as Message)
    },
  })

  type Call = { call: number; name: string; args: unknown[] }
  const tell = (detail: object) => document.dispatchEvent(new CustomEvent(`${path}/page`, { detail }))
  const returned = new Map<number, () => void>()
  const contextBridge = {
    exposeInMainWorld(key: string, api: Record<string, (...args: unknown[]) => unknown>) {
      document.addEventListener(`${path}/isolated`, (event) => {
        const { call, name, args } = (event as CustomEvent<Call>).detail
        if (name === '') return returned.get(call)?.()
        // A function of the page stands as its number.
        const real = args.map((one) =>
          one !== null && typeof one === 'object' && 'function' in one
            ? (...given: unknown[]) => tell({ function: one.function, args: given })
            : one,
        )
        try {
          const result: unknown = api[name]?.(...real)
          if (result instanceof Promise) {
            tell({ call, later: true })
            result.then(
              (value: unknown) => tell({ call, value }),
              (error: unknown) => tell({ call, error: String(error) }),
            )
          } else if (typeof result === 'function') {
            returned.set(call, result as () => void)
            tell({ call, isFunction: true })
          } else tell({ call, value: result })
        } catch (error) {
          tell({ call, error: String(error) })
        }
      })
      const expose = () => tell({ expose: key, names: Object.keys(api) })
      document.addEventListener(`${path}/ready`, expose)
      expose()
      document.addEventListener(`${path}/close`, () => toMain(encode('close')))
    },
  }
  preload((name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    throw new Error(`A sandboxed preload has no module ${name}`)
  })
}

/** In the page's world: what the preload exposes, as functions that call it. */
function page(path: string) {
  const add = document.addEventListener.bind(document)
  const dispatch = document.dispatchEvent.bind(document)
  const Custom = CustomEvent
  const functions: Array<(...args: unknown[]) => void> = []
  const waiting = new Map<number, (told: Told) => void>()
  let last = 0
  interface Told {
    call?: number
    later?: true
    isFunction?: true
    value?: unknown
    error?: string
    function?: number
    args?: unknown[]
    expose?: string
    names?: string[]
  }
  const send = (detail: object) => dispatch(new Custom(`${path}/isolated`, { detail }))

  function call(name: string, given: unknown[]): unknown {
    last += 1
    const number = last
    const args = given.map((one) => (typeof one === 'function' ? { function: functions.push(one as never) - 1 } : one))
    try {
      structuredClone(args)
    } catch {
      return Promise.reject(new Error('An object could not be cloned.'))
    }
    const answers: Told[] = []
    waiting.set(number, (told) => answers.push(told))
    // The other world answers before this returns.
    send({ call: number, name, args })
    const [told] = answers
    if (told?.later === true)
      return new Promise((resolve, reject) =>
        waiting.set(number, ({ value, error }) => {
          waiting.delete(number)
          if (error === undefined) resolve(value)
          else reject(new Error(error))
        }),
      )
    waiting.delete(number)
    if (told?.error !== undefined) throw new Error(told.error)
    return told?.isFunction === true ? () => void send({ call: number, name: '', args: [] }) : told?.value
  }

  add(`${path}/page`, (event) => {
    const told = (event as CustomEvent<Told>).detail
    if (told.expose !== undefined) {
      if (told.expose in globalThis) return
      const api = Object.fromEntries((told.names ?? []).map((name) => [name, (...args: unknown[]) => call(name, args)]))
      Object.defineProperty(globalThis, told.expose, { value: Object.freeze(api), enumerable: true })
    } else if (told.function !== undefined) {
      functions[told.function]?.(...(told.args ?? []))
    } else waiting.get(told.call ?? 0)?.(told)
  })
  // In Electron a page may close its window; in Chromium only one that a script has opened.
  window.close = () => void dispatch(new Custom(`${path}/close`))
  // Whichever world comes first.
  dispatch(new Custom(`${path}/ready`))
}

/** `path` names the events between the two worlds; nobody else knows it. */
export function scripts(preload: string, path: string): { page: string; isolated: string } {
  const name = JSON.stringify(path)
  const onlyMainFrame = 'if (window === window.top)'
  return {
    page: `${onlyMainFrame} (${String(page)})(${name})`,
    isolated: `${onlyMainFrame} {
      const encode = ${String(encode)}; const decode = ${String(decode)};
      (${String(isolated)})((require) => { const module = { exports: {} }; const exports = module.exports; ${preload}
      }, globalThis.${binding}, ${name})
    }`,
  }
}
