// Loaded when two texts are first compared, so that CodeMirror is no part of the first load.
import { getChunks, unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { deskDiffTheme, deskEditorTheme } from './codemirror-theme.ts'

// Large and very different texts are compared roughly.
const diffConfig = { scanLimit: 2_000, timeout: 150 }
const common = [lineNumbers(), EditorView.lineWrapping, deskEditorTheme, deskDiffTheme]

/**
 * Two texts as one with their differences; `unchanged` replaces lines left out, with `$` for their number. The caller
 * destroys it.
 */
export function createTextDiff(
  parent: HTMLElement,
  { before, after, label, unchanged }: { before: string; after: string; label: string; unchanged: string },
): EditorView {
  return new EditorView({
    parent,
    doc: after,
    extensions: [
      common,
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorState.phrases.of({ '$ unchanged lines': unchanged }),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: { margin: 2, minSize: 5 },
        diffConfig,
      }),
    ],
  })
}

export interface MergeOptions {
  mine: string
  theirs: string
  label: string
  keepMine: string
  takeTheirs: string
  onChange: (text: string, open: number) => void
}

export function createTextMerge(
  parent: HTMLElement,
  { mine, theirs, label, keepMine, takeTheirs, onChange }: MergeOptions,
): EditorView {
  return new EditorView({
    parent,
    doc: mine,
    extensions: [
      common,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of((update) => {
        const open = getChunks(update.state)?.chunks.length ?? 0
        if (update.docChanged || open !== (getChunks(update.startState)?.chunks.length ?? 0))
          onChange(update.state.doc.toString(), open)
      }),
      unifiedMergeView({
        original: theirs,
        diffConfig,
        collapseUnchanged: { margin: 2, minSize: 5 },
        mergeControls: (type, action) => {
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = type === 'accept' ? keepMine : takeTheirs
          button.addEventListener('click', action)
          return button
        },
      }),
    ],
  })
}
