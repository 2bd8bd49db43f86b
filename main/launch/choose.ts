import { findRuntime, obtainRuntime } from './runtime.ts'
import { here, whyNoSandbox, whyNoWindow } from './display.ts'

/** Electron's executable, or why it is not used, as the beginning of a sentence. A runtime that could open no window is not fetched. */
export async function chooseShell(): Promise<{ executable: string } | { reason: string }> {
  const surroundings = here()
  const noWindow = whyNoWindow(surroundings)
  if (noWindow !== undefined) {
    return {
      reason: `Electron's runtime ${findRuntime() === undefined ? 'is not here, and' : 'is here, but'} ${noWindow}`,
    }
  }
  const executable = await obtainRuntime()
  if (executable === undefined) return { reason: "Electron's runtime is not here and could not be downloaded" }
  const noSandbox = whyNoSandbox(executable, surroundings)
  return noSandbox === undefined ? { executable } : { reason: `Electron's runtime is here, but ${noSandbox}` }
}
