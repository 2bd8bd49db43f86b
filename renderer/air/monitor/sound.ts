// The sound of a video as levels, heard only where a person wants to hear it.

/** Longer than the pause between two readings, so that no sound falls between them. */
const samples = 8_192

export interface Levels {
  /** Peaks of the left and the right channel in decibels of full scale. */
  peaks: [number, number]
  /** Of the louder channel over the last moments. */
  level: number
}

const decibels = (amplitude: number): number => (amplitude <= 0 ? -120 : Math.max(-120, 20 * Math.log10(amplitude)))

export interface Sound {
  /** Undefined until the browser lets the page make sound: after a press or a key. */
  levels(): Levels | undefined
  hear(on: boolean): void
  close(): void
}

/** Once for a video. The video itself has to be unmuted, or nothing arrives here; `onRuns` says that it may be. */
export function createSound(video: HTMLVideoElement, onRuns: () => void): Sound {
  const context = new AudioContext({ latencyHint: 'playback' })
  const volume = context.createGain()
  volume.gain.value = 0
  // One channel is heard on both sides, and measured so.
  const both = new GainNode(context, { channelCount: 2, channelCountMode: 'explicit' })
  const split = context.createChannelSplitter(2)
  context.createMediaElementSource(video).connect(both)
  both.connect(volume).connect(context.destination)
  both.connect(split)
  const channels = [0, 1].map((channel) => {
    const analyser = new AnalyserNode(context, { fftSize: samples })
    split.connect(analyser, channel)
    return analyser
  })
  const wave = new Float32Array(samples)

  function measure(analyser: AnalyserNode): { peak: number; level: number } {
    analyser.getFloatTimeDomainData(wave)
    let peak = 0
    let sum = 0
    for (const value of wave) {
      peak = Math.max(peak, Math.abs(value))
      sum += value * value
    }
    return { peak: decibels(peak), level: decibels(Math.sqrt(sum / samples)) }
  }

  const tell = (): void => {
    if (context.state === 'running') onRuns()
  }
  const wake = (): void => void context.resume().catch(() => undefined)
  context.addEventListener('statechange', tell)
  for (const event of ['pointerdown', 'keydown'] as const) window.addEventListener(event, wake, { passive: true })
  wake()
  tell()

  return {
    levels() {
      if (context.state !== 'running' || video.muted) return undefined
      const [left, right] = channels.map(measure)
      return {
        peaks: [left?.peak ?? -120, right?.peak ?? -120],
        level: Math.max(left?.level ?? -120, right?.level ?? -120),
      }
    },
    hear: (on) => void volume.gain.setTargetAtTime(on ? 1 : 0, context.currentTime, 0.02),
    close() {
      context.removeEventListener('statechange', tell)
      for (const event of ['pointerdown', 'keydown'] as const) window.removeEventListener(event, wake)
      void context.close().catch(() => undefined)
    },
  }
}
