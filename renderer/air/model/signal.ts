// What arrives at the platform, as a verdict. The specification names no signals, so these words and units are the
// desk's reading of common ones.
import { defined } from '#contract/defined.ts'
import { bitrateOf, type StreamStatus } from '#answers/stream-status.ts'

export type SignalVerdict = 'good' | 'poor' | 'none'

export interface Signal {
  /** Undefined where nothing that was read tells. */
  verdict?: SignalVerdict
  /** Kilobits a second. */
  kbps?: number
  /** Frames dropped so far. */
  dropped?: number
  fps?: number
}

const goodWords = /^(good|excellent|healthy|stable|great|ok|fine|strong)$/
const poorWords = /^(poor|bad|degraded|unstable|weak|fair|warning|low|buffering)$/
const noneWords = /^(none|lost|nodata|nosignal|disconnected|offline|dead|no)$/
const worst: readonly SignalVerdict[] = ['none', 'poor', 'good']

/** Video at 720p needs about this much. */
const poorBelowKbps = 2_000

/** A signal of a stream that is not on air has no verdict. */
export function signalOf(signals: StreamStatus['signals'], live: boolean): Signal {
  const texts = new Map(signals.map(({ name, text }) => [name.toLowerCase().replaceAll(/[-_\s]/g, ''), text]))
  const kbps = bitrateOf(signals)
  const dropped = numberOf(texts.get('droppedframes'))
  const fps = numberOf(texts.get('fps') ?? texts.get('framerate'))
  const said = ['health', 'streamhealth', 'quality', 'connectionquality'].flatMap(
    (name) => verdictOfWord(texts.get(name)) ?? [],
  )
  const measured: SignalVerdict[] =
    kbps === undefined ? [] : [kbps <= 0 ? 'none' : kbps < poorBelowKbps ? 'poor' : 'good']
  const verdict = worst.find((one) => [...said, ...measured].includes(one))
  return defined({ verdict: live ? verdict : undefined, kbps, dropped, fps })
}

function verdictOfWord(text: string | undefined): SignalVerdict | undefined {
  const word = text?.toLowerCase().replaceAll(/[-_\s]/g, '')
  if (word === undefined) return undefined
  if (noneWords.test(word)) return 'none'
  if (poorWords.test(word)) return 'poor'
  return goodWords.test(word) ? 'good' : undefined
}

function numberOf(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
