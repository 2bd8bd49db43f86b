import { servePage, type ServedPage } from '../renderer/support/serve-page.ts'
import { createGalleryBackend } from './backend.ts'
import { galleryDocuments, type GalleryView } from './documents.ts'
import { readToken } from './states.ts'

/** Serves the gallery's pages and its backends on a free port of 127.0.0.1, and the built page in `folder`. */
export function serveGallery(folder: string, views: readonly GalleryView[]): Promise<ServedPage> {
  return servePage(
    folder,
    0,
    (push, token) => {
      const { state, theme } = readToken(token)
      return createGalleryBackend(push, state, theme)
    },
    galleryDocuments(views),
  )
}
