import { grid, type Picture } from './judge.ts'

/** Reads the brightness of what a video shows, in few cells. */
export function createPictureReader(video: HTMLVideoElement): () => Picture {
  const canvas = document.createElement('canvas')
  canvas.width = grid.width
  canvas.height = grid.height
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (context === null) return () => undefined
  // Cells are means: noise of a still evens out, and a small thing that moves counts.
  context.imageSmoothingQuality = 'medium'
  return () => {
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
    if (video.videoWidth === 0) return 'none'
    context.drawImage(video, 0, 0, grid.width, grid.height)
    const { data } = context.getImageData(0, 0, grid.width, grid.height)
    const luma = new Uint8Array(grid.width * grid.height)
    for (let cell = 0; cell < luma.length; cell++) {
      const at = cell * 4
      luma[cell] = 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
    }
    return luma
  }
}
