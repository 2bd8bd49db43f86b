import { createPictureFetcher } from '../platform/pictures/fetch.ts'
import type { HandlersOf } from './handlers.ts'

export function pictureHandlers(): HandlersOf<'pictures'> {
  const fetchPictures = createPictureFetcher()
  return { 'pictures.fetch': async ({ urls }) => ({ pictures: await fetchPictures(urls) }) }
}
