import type { FetchedPicture } from '#contract/pictures.ts'
import { call } from '#kit/bridge/index.ts'

/** Fetches up to `picturesAtOnce` pictures of a message through the desk. */
export const fetchPictures = async (urls: readonly string[]): Promise<FetchedPicture[]> =>
  (await call('pictures.fetch', { urls: [...urls] })).pictures
