// Loaded when an editor is first shown, so that CodeMirror is no part of the first load.
import { json } from '@codemirror/lang-json'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, basicSetup } from 'codemirror'
import { deskEditorTheme, deskHighlighting } from './codemirror-theme.ts'

const roomy = EditorView.theme({ '.cm-scroller': { minHeight: '8rem' } })

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
      syntaxHighlighting(deskHighlighting),
      deskEditorTheme,
      roomy,
      EditorView.lineWrapping,
      EditorState.readOnly.of(readonly),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString())
      }),
    ],
  })
}
