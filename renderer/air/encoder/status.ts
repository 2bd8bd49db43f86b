// What the streaming software does, as one word of it, from the state that main read.
import type { EncoderState } from '#contract/air/encoder.ts'

/**
 * `idle`: connected and off. `stalled`: started, and no bytes leave. `sending` alone means that viewers can get
 * something.
 */
export type EncoderStatus =
  | 'none'
  | 'off'
  | 'connecting'
  | 'refused'
  | 'unreachable'
  | 'unsupported'
  | 'locked'
  | 'withheld'
  | 'forgotten'
  | 'unread'
  | 'idle'
  | 'stalled'
  | 'sending'
  | 'reconnecting'

export function encoderStatus(state: EncoderState | undefined): EncoderStatus {
  if (state === undefined) return 'unread'
  if (state.encoder === undefined) return 'none'
  if (state.link !== 'connected') return state.link
  const { stream } = state
  if (stream === undefined) return 'unread'
  // It stays active through an outage, so this is asked first.
  if (stream.reconnecting) return 'reconnecting'
  if (!stream.active) return 'idle'
  return stream.growing ? 'sending' : 'stalled'
}

export const encoderLooks: Readonly<Record<EncoderStatus, { icon: string; tone: string }>> = {
  none: { icon: 'i-lucide-circle-dashed', tone: 'text-muted' },
  off: { icon: 'i-lucide-unplug', tone: 'text-muted' },
  connecting: { icon: 'i-lucide-loader', tone: 'text-info' },
  refused: { icon: 'i-lucide-key-round', tone: 'text-warning' },
  unreachable: { icon: 'i-lucide-unplug', tone: 'text-warning' },
  unsupported: { icon: 'i-lucide-circle-x', tone: 'text-warning' },
  locked: { icon: 'i-lucide-lock', tone: 'text-warning' },
  withheld: { icon: 'i-lucide-lock', tone: 'text-warning' },
  forgotten: { icon: 'i-lucide-key-round', tone: 'text-warning' },
  unread: { icon: 'i-lucide-circle-dashed', tone: 'text-muted' },
  idle: { icon: 'i-lucide-circle-off', tone: 'text-toned' },
  stalled: { icon: 'i-lucide-hourglass', tone: 'text-warning' },
  sending: { icon: 'i-lucide-radio-tower', tone: 'text-success' },
  reconnecting: { icon: 'i-lucide-rotate-cw', tone: 'text-warning' },
}
