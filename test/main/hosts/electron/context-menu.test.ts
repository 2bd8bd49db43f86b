// The menu of the mouse's other button.
import { expect, it, vi } from 'vitest'
import { contextTemplate } from '../../../../main/hosts/electron/context-menu.ts'
import { createSpeech } from '../../../../main/hosts/electron/words.ts'

vi.mock('electron', () => import('../../../support/electron/stand-in.ts'))

const none = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
}
const words = createSpeech(() => 'es').words()
type Clicked = Parameters<typeof contextTemplate>[0]
const nothing: Clicked = { isEditable: false, selectionText: '', editFlags: none, dictionarySuggestions: [] }
const offered = (clicked: Partial<Clicked>) =>
  contextTemplate({ ...nothing, ...clicked }, words, () => undefined)
    .filter(({ enabled }) => enabled)
    .map(({ role, label }) => `${role}: ${label}`)

// Catches a field into which nothing can be pasted with the mouse, an entry that does nothing, and a menu where there is nothing to do.
it('offers what can be done', () => {
  expect(offered({ isEditable: true, editFlags: { ...none, canPaste: true } })).toEqual([
    'paste: Pegar',
    'pasteAndMatchStyle: Pegar sin formato',
  ])
  expect(offered({ selectionText: 'a word', editFlags: { ...none, canCopy: true } })).toEqual(['copy: Copiar'])
  expect(contextTemplate({ ...nothing, selectionText: ' ' }, words, () => undefined)).toEqual([])
})

// Catches a misspelled word that is marked and can't be corrected, and a menu that is all suggestions.
it('offers other spellings first', () => {
  const chosen: string[] = []
  const menu = contextTemplate(
    { ...nothing, isEditable: true, dictionarySuggestions: ['R&B', 'two', 'three', 'four', 'five', 'six'] },
    words,
    (word) => chosen.push(word),
  )
  expect(menu.slice(0, 6).map(({ label, type }) => type ?? label)).toEqual([
    'R&&B',
    'two',
    'three',
    'four',
    'five',
    'separator',
  ])
  menu[0]?.click?.({} as never, undefined, {})
  expect(chosen).toEqual(['R&B'])
})
