// What is wrong with a programme, judged by samples of its picture and its sound. Time is counted as the programme plays,
// so that a browser that is late names nothing that was not there.

/** Of the picture that is judged: brightness from 0 to 255, each cell the mean of its part of the picture. */
export const grid = { width: 64, height: 36 } as const

/** How long each has to last, in seconds of the programme. */
const lasting = { black: 3, frozen: 3, silent: 4, noPicture: 2 } as const
/** No cell of a black picture is brighter. */
const darkest = 24
/** A cell that differs by so much has changed; half as much in several cells has too. Frames of a still differ by less. */
const changed = 5
const severalCells = 12
/** Below it nothing is heard, in decibels of full scale. */
const silence = -60
/** Without progress for so long the programme stands, once it has begun and before that. */
const standsMs = 4_000
const beginsMs = 12_000

export type Fault = 'black' | 'frozen' | 'silent' | 'noPicture' | 'standing'
/** Of one moment: `none` where the programme has no picture, undefined where it can't be seen now. */
export type Picture = Uint8Array | 'none' | undefined
/** When each began; milliseconds since 1970. */
export type Found = Partial<Record<Fault, number>>

export function differs(a: Uint8Array, b: Uint8Array): boolean {
  let several = 0
  for (let cell = 0; cell < a.length; cell++) {
    const by = Math.abs((a[cell] ?? 0) - (b[cell] ?? 0))
    if (by >= changed) return true
    if (by * 2 >= changed && ++several >= severalCells) return true
  }
  return false
}

export const isBlack = (luma: Uint8Array): boolean => luma.every((cell) => cell < darkest)

/** Since when something holds, once it has held for so many seconds of the programme. */
function lastsFor(seconds: number) {
  let since: number | undefined
  let held = 0
  return (holds: boolean, at: number, passed: number): number | undefined => {
    if (!holds) {
      since = undefined
      held = 0
    } else if (since === undefined) since = at
    else held += passed
    return held >= seconds ? since : undefined
  }
}

/** Seconds of the programme between two samples; a jump counts as the time that went by. */
function stopwatchOf() {
  let last: { at: number; position: number } | undefined
  return (at: number, position: number): number => {
    const passed = last === undefined ? 0 : Math.min(position - last.position, ((at - last.at) / 1_000) * 1.5)
    last = { at, position }
    return Math.max(0, passed)
  }
}

/** `position` is the playing time in seconds, `at` the time now in milliseconds. */
export function createJudge(openedAt: number) {
  let found: Found = {}
  let moved = { at: openedAt, position: -1 }
  let begun = false
  let reference: Uint8Array | undefined
  let picturePassed = stopwatchOf()
  let soundPassed = stopwatchOf()
  let black = lastsFor(lasting.black)
  let frozen = lastsFor(lasting.frozen)
  let silent = lastsFor(lasting.silent)
  let noPicture = lastsFor(lasting.noPicture)

  function set(fault: Fault, since: number | undefined): void {
    if (since === undefined) delete found[fault]
    else found[fault] = since
  }

  return {
    found: (): Found => ({ ...found }),
    /** Call often, also while nothing plays. */
    progress(at: number, position: number): void {
      const step = position - moved.position
      if (step > 0) {
        // A jump to the live edge is no playing yet.
        begun ||= step < 1
        moved = { at, position }
      } else if (step < 0) moved = { ...moved, position }
      set('standing', at - moved.at >= (begun ? standsMs : beginsMs) ? moved.at : undefined)
    },
    picture(at: number, position: number, seen: Picture): void {
      const passed = picturePassed(at, position)
      set('noPicture', noPicture(seen === 'none', at, passed))
      const luma = seen === 'none' ? undefined : seen
      const dark = luma !== undefined && isBlack(luma)
      const same = luma !== undefined && reference !== undefined && !differs(luma, reference)
      // A dark scene in which something moves is none that is black.
      const moves = luma !== undefined && reference !== undefined && !same
      set('black', black(dark && !moves, at, passed))
      if (!same) reference = luma
      set('frozen', frozen(same && !dark, at, passed))
    },
    /** The loudest channel in decibels of full scale; undefined where it can't be heard now. */
    sound(at: number, position: number, level: number | undefined): void {
      set('silent', silent(level !== undefined && level < silence, at, soundPassed(at, position)))
    },
    /** Another source. */
    restart(at: number): void {
      found = {}
      moved = { at, position: -1 }
      begun = false
      reference = undefined
      picturePassed = stopwatchOf()
      soundPassed = stopwatchOf()
      black = lastsFor(lasting.black)
      frozen = lastsFor(lasting.frozen)
      silent = lastsFor(lasting.silent)
      noPicture = lastsFor(lasting.noPicture)
    },
  }
}
