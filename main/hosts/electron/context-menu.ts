// Electron has no menu for the other button of the mouse: without this one nothing is pasted or copied by the mouse alone.
import { Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron'
import type { Speech, Words } from './words.ts'

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags' | 'dictionarySuggestions'>

const mostSuggestions = 5

/** Empty where there is nothing to do. `replace` takes the word that is to stand for the misspelled one. */
export function contextTemplate(
  { isEditable, selectionText, editFlags, dictionarySuggestions }: Clicked,
  words: Words,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const
  const copy = { role: 'copy', label: words.copy, enabled: editFlags.canCopy } as const
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  const suggestions = dictionarySuggestions
    .slice(0, mostSuggestions)
    .map((word) => ({ label: word.replaceAll('&', '&&'), click: () => replace(word) }))
  return [
    ...(suggestions.length === 0 ? [] : [...suggestions, separator]),
    { role: 'undo', label: words.undo, enabled: editFlags.canUndo },
    { role: 'redo', label: words.redo, enabled: editFlags.canRedo },
    separator,
    { role: 'cut', label: words.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
    { role: 'pasteAndMatchStyle', label: words.pastePlain, enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
  ]
}

export function openContextMenu(window: BrowserWindow, speech: Pick<Speech, 'words'>): void {
  const { webContents } = window
  webContents.on('context-menu', (_, clicked) => {
    const template = contextTemplate(clicked, speech.words(), (word) => webContents.replaceMisspelling(word))
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
}
