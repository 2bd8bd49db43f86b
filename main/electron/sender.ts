// A message counts only from the main frame of the desk's window while that shows the desk.
import type { BrowserWindow, WebFrameMain } from 'electron'

/** `frame` is null where it navigated away or is gone; `origin` is the page's. */
export function isTrustedSender(
  frame: WebFrameMain | null,
  window: BrowserWindow | undefined,
  origin: string,
): boolean {
  if (frame === null || frame.isDestroyed() || frame.detached) return false
  if (window === undefined || window.isDestroyed()) return false
  return (
    frame.parent === null &&
    frame.frameTreeNodeId === window.webContents.mainFrame.frameTreeNodeId &&
    frame.origin === origin
  )
}
