// The bridge over Electron's IPC: one handler in, one channel of events out, both for the desk's own window alone.
import { ipcMain } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Envelope } from '#contract/bridge.ts'
import { eventChannel, requestChannel } from '#contract/channels.ts'
import { DeskError } from '#contract/errors.ts'
import type { Bridge } from '../types.ts'
import { isTrustedSender } from './sender.ts'

export interface IpcOptions {
  /** Settles once the backend is up; a request that comes earlier waits. */
  bridge: Promise<Bridge>
  window: () => BrowserWindow | undefined
  origin: string
}

/** Binds the bridge to the window. */
export function bindIpc({ bridge, window, origin }: IpcOptions): void {
  ipcMain.handle(requestChannel, async (event, method: unknown, params: unknown): Promise<Envelope<unknown>> => {
    if (!isTrustedSender(event.senderFrame, window(), origin))
      return refused('forbidden', 'Only the desk itself may ask this.')
    if (typeof method !== 'string') return refused('invalid_input', 'A method is named by a string.')
    try {
      return await (await bridge).call(method, params, 'page')
    } catch {
      return refused('internal', 'The desk could not be opened.')
    }
  })
  bridge.then(
    (opened) =>
      opened.subscribe((event, payload) => {
        const target = window()
        if (target !== undefined && !target.isDestroyed()) target.webContents.send(eventChannel, event, payload)
      }),
    () => undefined,
  )
}

function refused(code: 'forbidden' | 'invalid_input' | 'internal', message: string): Envelope<never> {
  return { ok: false, error: new DeskError(code, message).toShape() }
}
