// Loaded when an editor is first shown, so that CodeMirror is no part of the first load.
import { autocompletion } from '@codemirror/autocomplete'
import { json, jsonLanguage } from '@codemirror/lang-json'
import { syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { tooltips } from '@codemirror/view'
import { EditorView, basicSetup } from 'codemirror'
import { deskEditorTheme, deskHighlighting } from './codemirror-theme.ts'
import { completeNames, type NamesAt } from './json-complete.ts'

const roomy = EditorView.theme({ '.cm-scroller': { minHeight: '8rem' } })
const marksAtMost = 100

interface EditorOptions {
  text: string
  label: string
  readonly: boolean
  onChange: (text: string) => void
  names?: NamesAt | undefined
}

export interface JsonMark {
  from: number
  to: number
  message: string
}

/** An editor for JSON in `parent`; the caller destroys it. */
export function createJsonEditor(
  parent: HTMLElement,
  { text, label, readonly, onChange, names }: EditorOptions,
): EditorView {
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      basicSetup,
      json(),
      // Inside a scrolling pane the list would be cut off.
      ...(names === undefined
        ? []
        : [
            jsonLanguage.data.of({ autocomplete: completeNames(names) }),
            autocompletion({ icons: false }),
            tooltips({ parent: document.body }),
          ]),
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

export function markJson(view: EditorView, marks: readonly JsonMark[]): void {
  const end = view.state.doc.length
  const within = (offset: number): number => Math.max(0, Math.min(offset, end))
  view.dispatch(
    setDiagnostics(
      view.state,
      marks.slice(0, marksAtMost).map(({ from, to, message }) => ({
        from: within(from),
        to: Math.max(within(from), within(to)),
        severity: 'error' as const,
        message,
      })),
    ),
  )
}
