import { i18n } from '../../renderer/kit/i18n.ts'
import { views } from '../../renderer/views/index.ts'

/** Every view of the desk with its name. Vite finds the views' folders, so plain Node cannot import this file. */
export const galleryViews = views.map(({ id, title }) => ({ id, title: i18n.global.t(title) }))
