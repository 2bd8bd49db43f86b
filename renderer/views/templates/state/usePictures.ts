import { computed, shallowReactive, shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { picturesAtOnce, type PictureProblem } from '#contract/pictures.ts'
import { fetchPictures } from '#writing/stores/pictures.ts'

/** In characters of data URLs, so that a message can't fill the memory of the page. */
const mostHeld = 40 * 1024 * 1024
/** Of a file that stands in for a picture, in bytes. */
export const largestStandIn = 5 * 1024 * 1024
/** Those that a browser shows and that `withPictures` puts in. */
export const standInTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

interface StandIn {
  name: string
  /** A data URL. */
  data: string
}

export type StandInProblem = 'not_a_picture' | 'too_large' | 'unreadable'

/** The pictures of one draft that were loaded or chosen since it was opened; they are kept nowhere else. */
export function usePictures() {
  const loaded = shallowReactive(new Map<string, string>())
  const failed = shallowReactive(new Map<string, PictureProblem>())
  const standIns = shallowReactive(new Map<string, StandIn>())
  const loading = shallowRef(false)
  const error = shallowRef<DeskError>()
  let held = 0

  async function load(urls: readonly string[]): Promise<void> {
    if (loading.value) return
    loading.value = true
    error.value = undefined
    try {
      const wanted = urls.filter((url) => !loaded.has(url))
      for (let from = 0; from < wanted.length; from += picturesAtOnce) {
        for (const { url, data, problem } of await fetchPictures(wanted.slice(from, from + picturesAtOnce))) {
          if (data !== undefined && held + data.length <= mostHeld) {
            held += data.length
            loaded.set(url, data)
            failed.delete(url)
          } else failed.set(url, problem ?? 'too_large')
        }
      }
    } catch (thrown) {
      error.value = asDeskError(thrown)
    } finally {
      loading.value = false
    }
  }

  function removeFile(address: string): void {
    held -= standIns.get(address)?.data.length ?? 0
    standIns.delete(address)
  }

  /** Shows a file instead of the picture at an address; answers why not. */
  async function useFile(address: string, file: File): Promise<StandInProblem | undefined> {
    if (!standInTypes.includes(file.type)) return 'not_a_picture'
    if (file.size > largestStandIn) return 'too_large'
    const data = await dataUrlOf(file)
    if (data === undefined) return 'unreadable'
    removeFile(address)
    if (held + data.length > mostHeld) return 'too_large'
    held += data.length
    standIns.set(address, { name: file.name, data })
    return undefined
  }

  return {
    loaded,
    failed,
    standIns,
    loading,
    error,
    load,
    useFile,
    removeFile,
    /** By address; a chosen file comes before what was loaded. */
    shown: computed(() => new Map([...loaded, ...Array.from(standIns, ([at, { data }]) => [at, data] as const)])),
  }
}

export type Pictures = ReturnType<typeof usePictures>

function dataUrlOf(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : undefined))
    reader.addEventListener('error', () => resolve(undefined))
    reader.readAsDataURL(file)
  })
}
