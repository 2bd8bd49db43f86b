// For the desk's own windows only.
import { ipcMain, type BrowserWindow } from 'electron'
import type { Envelope } from '#contract/bridge.ts'
import { eventChannel, requestChannel } from '#contract/channels.ts'
import { DeskError } from '#contract/errors.ts'
import { ofPage } from '../../core/access/rules.ts'
import { toJson } from '../web/json.ts'
import type { Bridge } from '../../core/types.ts'
import { isTrustedSender } from './sender.ts'

export interface IpcOptions {
  /** Resolves once the backend is open; earlier requests wait. */
  bridge: Promise<Bridge>
  /** The open ones. */
  windows: () => readonly BrowserWindow[]
  origin: string
}

export function bindIpc({ bridge, windows, origin }: IpcOptions): void {
  ipcMain.handle(requestChannel, async (event, method: unknown, text: unknown): Promise<string> => {
    if (!isTrustedSender(event.senderFrame, windows(), origin))
      return refused(new DeskError('forbidden', 'Only the desk itself may ask this.'))
    const params = parse(text)
    if (typeof method !== 'string' || params === undefined)
      return refused(
        new DeskError('invalid_input', 'A request names a method, and its parameters as JSON.', {
          facts: { reason: 'request_malformed' },
        }),
      )
    let opened: Bridge
    try {
      opened = await bridge
    } catch {
      return refused(
        new DeskError('internal', 'The desk could not be opened.', { facts: { reason: 'desk_not_opened' } }),
      )
    }
    const answer = await opened.call(method, params, ofPage)
    try {
      return toJson(answer).toString()
    } catch {
      // Longer than a text can be.
      return refused(new DeskError('too_large', 'The answer is too large.', { facts: { reason: 'answer_too_large' } }))
    }
  })
  bridge.then(
    (opened) =>
      opened.subscribe((event, payload) => {
        const open = windows()
        if (open.length === 0) return
        const text = toJson(payload).toString()
        for (const window of open) window.webContents.send(eventChannel, event, text)
      }),
    () => undefined,
  )
}

const refused = (error: DeskError): string =>
  JSON.stringify({ ok: false, error: error.toShape() } satisfies Envelope<never>)

/** Undefined for what is no JSON. */
function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
