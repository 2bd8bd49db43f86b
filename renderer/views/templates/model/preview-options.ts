export interface PreviewOptions {
  device: 'desktop' | 'phone'
  dark: boolean
  images: boolean
  text: boolean
}

export const deviceWidths: Record<PreviewOptions['device'], number> = { desktop: 640, phone: 375 }

export const firstOptions = (): PreviewOptions => ({ device: 'desktop', dark: false, images: true, text: false })
