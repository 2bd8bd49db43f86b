// A message counts only from the main frame of one of the desk's own windows while that shows the desk.
import type { BrowserWindow, WebFrameMain } from 'electron'

/** `frame` is null where it navigated away or is gone; `origin` is the page's. */
export function isTrustedSender(
  frame: WebFrameMain | null,
  windows: readonly BrowserWindow[],
  origin: string,
): boolean {
  if (frame === null || frame.isDestroyed() || frame.detached) return false
  if (frame.parent !== null || frame.origin !== origin) return false
  return windows.some(
    (window) => !window.isDestroyed() && frame.frameTreeNodeId === window.webContents.mainFrame.frameTreeNodeId,
  )
}
