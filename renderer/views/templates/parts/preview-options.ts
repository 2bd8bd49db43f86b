/** What the preview shows; kept while its tab is left. */
export interface PreviewOptions {
  device: 'desktop' | 'phone'
  dark: boolean
  images: boolean
  /** The plain text beside the HTML. */
  text: boolean
}

/** Widths of a reader's window, in CSS pixels. */
export const deviceWidths: Record<PreviewOptions['device'], number> = { desktop: 640, phone: 375 }

export const firstOptions = (): PreviewOptions => ({ device: 'desktop', dark: false, images: true, text: false })
