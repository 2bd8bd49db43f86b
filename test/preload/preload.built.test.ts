// The built preload in a sandbox like Electron's: one CommonJS file that may require `electron` and nothing else.
import { EventEmitter } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeskHost } from '../../preload/contract/bridge.ts'
import { eventChannel, requestChannel } from '../../preload/contract/channels.ts'

const folder = resolve(import.meta.dirname, '../../out/preload')

class IpcRenderer extends EventEmitter {
  invoked: unknown[][] = []
  async invoke(...args: unknown[]): Promise<unknown> {
    this.invoked.push(args)
    return '{"ok":true,"data":"answer"}'
  }
}

let ipcRenderer: IpcRenderer
let exposed: Array<{ key: string; host: DeskHost }>
const page = () => {
  const [first] = exposed
  if (first === undefined) throw new Error('The preload exposed nothing')
  return first.host
}

beforeEach(() => {
  ipcRenderer = new IpcRenderer()
  exposed = []
  const electron = {
    ipcRenderer,
    contextBridge: { exposeInMainWorld: (key: string, host: DeskHost) => exposed.push({ key, host }) },
  }
  const require = (name: string) => {
    if (name !== 'electron') throw new Error(`A sandboxed preload can't require ${name}`)
    return electron
  }
  const module = { exports: {} }
  runInNewContext(
    readFileSync(resolve(folder, 'index.cjs'), 'utf8'),
    { require, module, exports: module.exports },
    { filename: 'index.cjs' },
  )
})

describe('the preload', () => {
  // Catches a preload in parts, which a sandboxed window can't load, and one that drags a library in.
  it('is one small file', () => {
    expect(readdirSync(folder)).toEqual(['index.cjs'])
    expect(readFileSync(resolve(folder, 'index.cjs')).length).toBeLessThan(4_096)
  })

  // Catches anything more than the two functions reaching the page, ipcRenderer above all.
  it('exposes exactly two functions', () => {
    expect(exposed.map(({ key }) => key)).toEqual(['showdesk'])
    expect(Object.entries(page()).map(([name, value]) => [name, typeof value])).toEqual([
      ['request', 'function'],
      ['subscribe', 'function'],
    ])
  })

  // Catches a request that goes out on another channel, or with more than was given.
  it('forwards a request on its one channel', async () => {
    expect(await page().request('desk.info', '{"a":1}')).toBe('{"ok":true,"data":"answer"}')
    expect(ipcRenderer.invoked).toEqual([[requestChannel, 'desk.info', '{"a":1}']])
  })

  // Catches the IPC event object, and with it the sender, reaching the page; and listeners that stay after they are taken back.
  it('hands on the event and its payload, until it is told to stop', () => {
    const heard: unknown[][] = []
    const stop = page().subscribe((...args) => heard.push(args))
    ipcRenderer.emit(eventChannel, { sender: ipcRenderer }, 'ledger.changed', '{"a":1}')
    expect(stop()).toBeUndefined()
    ipcRenderer.emit(eventChannel, { sender: ipcRenderer }, 'ledger.changed', '{"a":2}')
    expect(heard).toEqual([['ledger.changed', '{"a":1}']])
    expect(ipcRenderer.eventNames()).toEqual([])
  })
})
