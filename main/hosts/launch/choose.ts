import { findRuntime, obtainRuntime } from './runtime.ts'
import { thisSystem, whyNoSandbox, whyNoWindow } from './display.ts'

/** Electron's executable, or why it is not used. A runtime that could open no window is not fetched. */
export async function chooseShell(): Promise<{ executable: string } | { reason: string }> {
  const system = thisSystem()
  const noWindow = whyNoWindow(system)
  if (noWindow !== undefined) {
    return {
      reason: `Electron's runtime ${findRuntime() === undefined ? 'is not here, and' : 'is here, but'} ${noWindow}`,
    }
  }
  const runtime = await obtainRuntime()
  if ('cause' in runtime)
    return { reason: `Electron's runtime is not here and could not be downloaded (${runtime.cause})` }
  const { executable } = runtime
  const noSandbox = whyNoSandbox(executable, system)
  return noSandbox === undefined ? { executable } : { reason: `Electron's runtime is here, but ${noSandbox}` }
}
