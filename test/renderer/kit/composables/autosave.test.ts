import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { createAutosave } from '../../../../renderer/writing/revisions/autosave.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function saver() {
  const ends: Array<{ resolve: () => void; reject: (error: Error) => void }> = []
  const save = vi.fn(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })))
  return { save, end: (at: number) => ends[at]?.resolve(), fail: (at: number, error: Error) => ends[at]?.reject(error) }
}

describe('autosave', () => {
  // A save per keystroke would write the disk and the keychain a hundred times a sentence.
  it('saves once, 300 ms after the last change', async () => {
    const { save, end } = saver()
    const autosave = createAutosave({ delayMs: 300, save })
    autosave.touch()
    await vi.advanceTimersByTimeAsync(200)
    autosave.touch()
    await vi.advanceTimersByTimeAsync(299)
    expect([save.mock.calls.length, autosave.state.value]).toEqual([0, 'pending'])
    await vi.advanceTimersByTimeAsync(1)
    expect([save.mock.calls.length, autosave.state.value]).toEqual([1, 'saving'])
    end(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(autosave.state.value).toBe('saved')
  })

  // A crash would take three seconds of typing with it.
  it('saves within 600 ms while typing goes on', async () => {
    const { save } = saver()
    const autosave = createAutosave({ delayMs: 300, save })
    for (let at = 0; at < 600; at += 50) {
      autosave.touch()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(save).toHaveBeenCalledTimes(1)
  })

  // Each part may be quick enough and their sum too slow: what counts is when a letter is on the disk.
  it.each([
    [390, 30],
    [390, 299],
    [10, 7],
    [250, 180],
  ])('keeps every letter within a second, with saves of %i ms and a key every %i ms', async (takes, every) => {
    let onScreen = 0
    const waiting: Array<{ typed: number; at: number }> = []
    let longest = 0
    const save = async () => {
      const saved = onScreen
      await new Promise<void>((resolve) => setTimeout(resolve, takes))
      while (waiting[0] !== undefined && waiting[0].typed <= saved) {
        longest = Math.max(longest, performance.now() - waiting[0].at)
        waiting.shift()
      }
    }
    const autosave = createAutosave({ delayMs: 300, save })
    for (let time = 0; time < 20_000; time += every) {
      onScreen++
      waiting.push({ typed: onScreen, at: performance.now() })
      autosave.touch()
      await vi.advanceTimersByTimeAsync(every)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(waiting).toEqual([])
    expect(longest).toBeLessThanOrEqual(1_000)
    expect(longest).toBeGreaterThan(takes)
  })

  // "Saved" over text that was typed while the save ran would be a lie, and that text would be lost.
  it('is not saved while something was typed during the save, and saves that too', async () => {
    const { save, end } = saver()
    const autosave = createAutosave({ delayMs: 300, save })
    autosave.touch()
    const flushed = autosave.flush()
    autosave.touch()
    end(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledTimes(2)
    end(1)
    expect(await flushed).toBe(true)
    expect(autosave.state.value).toBe('saved')
  })

  // Two saves at once could end in the wrong order and keep the older text.
  it('never overlaps two saves', async () => {
    const { save, end } = saver()
    const autosave = createAutosave({ delayMs: 300, save })
    autosave.touch()
    const both = [autosave.flush(), autosave.flush()]
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledTimes(1)
    end(0)
    expect(await Promise.all(both)).toEqual([true, true])
  })

  // A failure that passes in silence is work lost; so is one that is never tried again.
  it('says that a save failed and tries again by itself', async () => {
    const { save, end, fail } = saver()
    const autosave = createAutosave({ delayMs: 300, save })
    autosave.touch()
    const flushed = autosave.flush()
    fail(0, new DeskError('storage_full', 'The disk is full.'))
    expect(await flushed).toBe(false)
    expect([autosave.state.value, autosave.error.value?.code]).toEqual(['failed', 'storage_full'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(save).toHaveBeenCalledTimes(2)
    end(1)
    await vi.advanceTimersByTimeAsync(0)
    expect([autosave.state.value, autosave.error.value]).toEqual(['saved', undefined])
  })

  it('has nothing to do where nothing changed', async () => {
    const { save } = saver()
    expect(await createAutosave({ delayMs: 300, save }).flush()).toBe(true)
    expect(save).not.toHaveBeenCalled()
  })

  // Who types without a pause must not have a minute of work unsaved.
  it('saves while the typing goes on', async () => {
    const { save } = saver()
    const autosave = createAutosave({ delayMs: 300, save })
    for (let typed = 0; typed < 20; typed++) {
      autosave.touch()
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(save).toHaveBeenCalledTimes(1)
  })

  // While two texts wait for a decision a save would overwrite one of them, and "saved" would be a lie.
  it('neither saves nor says so while it is blocked', async () => {
    const { save } = saver()
    let blocked = true
    const autosave = createAutosave({ delayMs: 300, save, blocked: () => blocked })
    autosave.touch()
    expect(await autosave.flush()).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([save.mock.calls.length, autosave.state.value]).toEqual([0, 'failed'])
    blocked = false
    autosave.touch()
    await vi.advanceTimersByTimeAsync(300)
    expect(save).toHaveBeenCalledTimes(1)
  })

  // What replaces the text on screen is saved by definition; an older answer must not make it unsaved again.
  it('is saved after a reset, also when an older save ends later', async () => {
    const { save, end } = saver()
    const autosave = createAutosave({ delayMs: 300, save })
    autosave.touch()
    const flushed = autosave.flush()
    autosave.reset(1_000)
    end(0)
    await flushed
    expect(autosave.state.value).toBe('saved')
  })
})
