// Files in and out of the page: the browser's own dialog to open, its own download to save. Nothing else touches the disk from here.
import type { ExportedFile } from '#contract/draft.ts'

/** Hands a text to the person as a file. */
export function saveFile({ name, type, text }: ExportedFile): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Hands bytes to the person as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Files that the person chooses; empty where the dialog was closed. `accept` is as in HTML: `.json,application/json`. */
export function pickFiles(accept: string, multiple = false): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.multiple = multiple
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
