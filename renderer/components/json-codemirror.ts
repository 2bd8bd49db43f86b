// Loaded when an editor is first shown, so that CodeMirror is no part of the first load.
import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { tags } from '@lezer/highlight'
import { EditorView, basicSetup } from 'codemirror'

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ui-info)' },
  { tag: tags.string, color: 'var(--ui-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ui-warning)' },
])

const theme = EditorView.theme({
  '&': { fontSize: 'var(--font-size-small)', color: 'var(--ui-text)', backgroundColor: 'var(--ui-bg)', maxHeight: '28rem' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', overflow: 'auto', minHeight: '8rem' },
  '.cm-gutters': { backgroundColor: 'var(--ui-bg-muted)', color: 'var(--ui-text-dimmed)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--desk-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ui-text-highlighted)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--desk-selected) !important' },
})

interface EditorOptions {
  text: string
  label: string
  readonly: boolean
  onChange: (text: string) => void
}

/** An editor for JSON in `parent`; the caller destroys it. */
export function createJsonEditor(parent: HTMLElement, { text, label, readonly, onChange }: EditorOptions): EditorView {
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      basicSetup,
      json(),
      syntaxHighlighting(colours),
      theme,
      EditorView.lineWrapping,
      EditorState.readOnly.of(readonly),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString())
      }),
    ],
  })
}
