// Values that Electron hands to its listeners.
import type * as Electron from 'electron'
import { strict } from './strict.ts'

/** An event that knows whether it was prevented. */
export function cancellable<T extends object>(
  details: T,
): T & { defaultPrevented: boolean; preventDefault: () => void } {
  const event = { ...details, defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) }
  return event
}

type FrameParts = Pick<Electron.WebFrameMain, 'origin' | 'frameTreeNodeId' | 'detached'> & {
  parent: object | null
  isDestroyed: () => boolean
}

/** A `senderFrame`: the main frame of the window unless told otherwise. */
export function frame(parts: Partial<FrameParts>): FrameParts {
  return strict('frame', {
    origin: 'app://desk',
    frameTreeNodeId: 1,
    detached: false,
    parent: null,
    isDestroyed: () => false,
    ...parts,
  })
}
