import type { DeskHost } from '#contract/bridge.ts'

declare global {
  interface Window {
    /** Set by the preload in Electron; absent in a browser. */
    showdesk?: DeskHost
  }
}
