import { shallowReactive, shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { picturesAtOnce, type PictureProblem } from '#contract/pictures.ts'
import { fetchPictures } from '#stores/pictures.ts'

/** In characters of data URLs, so that a message can't fill the memory of the page. */
const mostHeld = 40 * 1024 * 1024

/** The pictures of one draft that were loaded since it was opened; they are kept nowhere else. */
export function usePictures() {
  const loaded = shallowReactive(new Map<string, string>())
  const failed = shallowReactive(new Map<string, PictureProblem>())
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
  return { loaded, failed, loading, error, load }
}

export type Pictures = ReturnType<typeof usePictures>
