import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the young generation of V8 at its first size. Under a burst of writes it grows to many times that, and with it the old
 * generation by what dies a moment later: 233 MB against 115 MB for the same work, in the same time of the processor.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')
