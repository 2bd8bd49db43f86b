// For the desk's own windows only.
import { ipcMain, type BrowserWindow } from 'electron'
import type { Envelope } from '#contract/bridge.ts'
import { eventChannel, requestChannel } from '#contract/channels.ts'
import { DeskError } from '#contract/errors.ts'
import { ofPage } from '../access/rules.ts'
import type { Bridge } from '../types.ts'
import { isTrustedSender } from './sender.ts'

export interface IpcOptions {
  /** Resolves once the backend is open; earlier requests wait. */
  bridge: Promise<Bridge>
  windows: () => readonly BrowserWindow[]
  origin: string
}

export function bindIpc({ bridge, windows, origin }: IpcOptions): void {
  ipcMain.handle(requestChannel, async (event, method: unknown, params: unknown): Promise<Envelope<unknown>> => {
    if (!isTrustedSender(event.senderFrame, windows(), origin))
      return refused(new DeskError('forbidden', 'Only the desk itself may ask this.'))
    if (typeof method !== 'string')
      return refused(
        new DeskError('invalid_input', 'A method is named by a string.', { facts: { reason: 'request_malformed' } }),
      )
    try {
      return await (await bridge).call(method, params, ofPage)
    } catch {
      return refused(
        new DeskError('internal', 'The desk could not be opened.', { facts: { reason: 'desk_not_opened' } }),
      )
    }
  })
  bridge.then(
    (opened) =>
      opened.subscribe((event, payload) => {
        for (const window of windows()) if (!window.isDestroyed()) window.webContents.send(eventChannel, event, payload)
      }),
    () => undefined,
  )
}

const refused = (error: DeskError): Envelope<never> => ({ ok: false, error: error.toShape() })
