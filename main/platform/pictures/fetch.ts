// Remote pictures for the preview of a message. Its author chose the addresses, so none of them is trusted.
import type { FetchedPicture } from '#contract/pictures.ts'
import { createRemote, readWhole, Refused, type OpenRemote, type RemoteParts } from '../../core/fetch/open.ts'
import { sniffPicture } from './sniff.ts'

export interface PictureBounds {
  /** Of one picture. */
  bytes: number
  /** For one picture with all of its redirects. */
  ms: number
  redirects: number
}

export const defaultBounds: PictureBounds = { bytes: 3 * 1024 * 1024, ms: 10_000, redirects: 3 }

export interface PictureParts extends RemoteParts {
  bounds: PictureBounds
}

export type FetchPictures = (urls: readonly string[]) => Promise<FetchedPicture[]>

/** The parts are replaced in tests. */
export function createPictureFetcher({ bounds = defaultBounds, ...parts }: Partial<PictureParts> = {}): FetchPictures {
  const open = createRemote(parts)
  return (urls) => Promise.all([...new Set(urls)].map((url) => fetchOne(url, bounds, open)))
}

async function fetchOne(
  url: string,
  { bytes, ms, redirects }: PictureBounds,
  open: OpenRemote,
): Promise<FetchedPicture> {
  const asked = { accept: 'image/*', redirects, bytes, signal: AbortSignal.timeout(ms) }
  try {
    const picture = await readWhole(await open(url, asked), asked)
    const type = sniffPicture(picture)
    if (type === undefined) return { url, problem: 'not_a_picture' }
    return { url, data: `data:${type};base64,${picture.toString('base64')}` }
  } catch (error) {
    return { url, problem: error instanceof Refused ? error.problem : 'unreachable' }
  }
}
