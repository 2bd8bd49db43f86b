// Two short tones, made here: no file has to be loaded while something goes wrong.

/** Hertz; a falling third is heard above speech and taken for no other sound of a computer. */
const pitches = [880, 698] as const
const toneSeconds = 0.16
const gapSeconds = 0.06
/** Of full volume: heard over headphones, and not painful. */
const loudness = 0.2

let context: AudioContext | undefined

/** Plays them once; silent where the browser has no sound, or does not allow it yet. */
export async function playTones(): Promise<void> {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { state } = context
  // Without a press on the page so far it may never be allowed, and must not be waited for.
  if (state === 'suspended') await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 500))])
  if (context.state !== 'running') return
  for (const [place, pitch] of pitches.entries())
    tone(context, pitch, context.currentTime + place * (toneSeconds + gapSeconds))
}

function tone(audio: AudioContext, pitch: number, from: number): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
  oscillator.frequency.value = pitch
  // Without a slope at both ends it would click.
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(loudness, from + 0.01)
  gain.gain.setValueAtTime(loudness, from + toneSeconds - 0.03)
  gain.gain.linearRampToValueAtTime(0, from + toneSeconds)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(from)
  oscillator.stop(from + toneSeconds)
}
