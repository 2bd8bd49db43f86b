// Files of the browser's own dialogs; nothing else in the page touches the disk.
import type { ExportedFile } from '#contract/draft.ts'

export function saveFile({ name, type, text }: ExportedFile): void {
  saveBlob(name, new Blob([text], { type }))
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Empty where the dialog was closed. `accept` is as in HTML: `.json,application/json`. */
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
