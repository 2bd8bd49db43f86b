/** Where this build looks for new versions; empty where it does not. Set by electron.vite.config.ts. */
declare const __UPDATE_FEED__: string
