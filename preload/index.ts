// All that a page gets from Electron. Every check is main's, which trusts no page.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { DeskHost } from '#contract/bridge.ts'
import { eventChannel, requestChannel } from '#contract/channels.ts'

const host: DeskHost = {
  request: (method, params) => ipcRenderer.invoke(requestChannel, method, params) as Promise<string>,
  subscribe(listener) {
    const forward = (_: IpcRendererEvent, event: string, payload: string) => listener(event, payload)
    ipcRenderer.on(eventChannel, forward)
    return () => {
      ipcRenderer.off(eventChannel, forward)
    }
  },
}

contextBridge.exposeInMainWorld('showdesk', host)
