export const devices = ['phone', 'tablet', 'desktop'] as const
export type Device = (typeof devices)[number]

export interface PreviewOptions {
  device: Device
  dark: boolean
  images: boolean
  text: boolean
}

/** In CSS pixels; a desktop is at least so wide, and as wide as the room beyond that. */
export const deviceWidths: Record<Device, number> = { phone: 375, tablet: 768, desktop: 1024 }

/** A phone first: most mail is opened there, and in the pane it needs no scaling. */
export const firstOptions = (): PreviewOptions => ({ device: 'phone', dark: false, images: true, text: false })
