// Loaded when an editor is first shown, so that CodeMirror is no part of the first load. Nothing here goes through the whole document
// for one key: the text is handed out as it stands, marks are made for what is on screen, parsing is CodeMirror's own.
import { autocompletion } from '@codemirror/autocomplete'
import { html } from '@codemirror/lang-html'
import { setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, Text } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { placeholder, tooltips } from '@codemirror/view'
import { EditorView, basicSetup } from 'codemirror'
import type { Variable } from '../model/types.ts'
import { codeTheme } from './code-theme.ts'
import { lineBreakOf, positionOf } from './line-breaks.ts'
import type { LineBreak } from './line-breaks.ts'
import { placeholders, putVariables } from './placeholder-extension.ts'
import type { PlaceholderWords } from './placeholder-extension.ts'
import { textChange } from './text-change.ts'

export interface CodeEditorOptions {
  text: string
  language: 'html' | 'text'
  label: string
  /** Stands in an empty document. */
  hint: string
  readonly: boolean
  variables: readonly Variable[]
  words: PlaceholderWords
  /** Words of the search panel and the lists, by CodeMirror's own. */
  phrases: Record<string, string>
  onChange: (text: string) => void
}

/** A problem at its place; offsets into the text. */
export interface CodeMark {
  from: number
  to: number
  level: 'error' | 'warning'
  message: string
  actions: Array<{ name: string; apply: () => void }>
}

export interface CodeEditor {
  /** Takes content from elsewhere without telling `onChange`; the caret stays with its words, and undo brings the old content back. */
  setText: (text: string) => void
  setReadonly: (readonly: boolean) => void
  setVariables: (variables: readonly Variable[]) => void
  setMarks: (marks: readonly CodeMark[]) => void
  /** Selects a place, scrolls to it and takes the focus. */
  select: (from: number, to: number) => void
  destroy: () => void
}

const elsewhere = Annotation.define<boolean>()
const marksAtMost = 500

const languages: Record<CodeEditorOptions['language'], Extension> = {
  html: html(),
  text: [
    EditorView.lineWrapping,
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['{'] } }]),
    EditorView.contentAttributes.of({ spellcheck: 'true' }),
  ],
}

/** An editor in `parent`; the caller destroys it. */
export function createCodeEditor(parent: HTMLElement, options: CodeEditorOptions): CodeEditor {
  let lineBreak: LineBreak = lineBreakOf(options.text)
  const separator = new Compartment()
  const locked = new Compartment()
  const lock = (readonly: boolean): Extension => [
    EditorState.readOnly.of(readonly),
    EditorView.contentAttributes.of({ 'aria-readonly': String(readonly) }),
  ]

  const view = new EditorView({
    parent,
    doc: Text.of(options.text.split(lineBreak)),
    extensions: [
      separator.of(EditorState.lineSeparator.of(lineBreak)),
      locked.of(lock(options.readonly)),
      placeholders(options.variables, options.words),
      basicSetup,
      autocompletion({ icons: false }),
      languages[options.language],
      codeTheme,
      // A list that opens inside the editor makes the browser style all of its lines again.
      tooltips({ parent: document.body }),
      placeholder(options.hint),
      EditorState.phrases.of(options.phrases),
      EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?|\n/g, lineBreak)),
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.every((transaction) => transaction.annotation(elsewhere)))
          options.onChange(update.state.sliceDoc())
      }),
    ],
  })

  function setText(text: string): void {
    const next = lineBreakOf(text, lineBreak)
    if (next !== lineBreak) {
      lineBreak = next
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: Text.of(text.split(next)) },
        effects: separator.reconfigure(EditorState.lineSeparator.of(next)),
        annotations: elsewhere.of(true),
      })
      return
    }
    // Compared with one unit for a line break on both sides, as the editor counts.
    const change = textChange(view.state.doc.toString(), next === '\n' ? text : text.replaceAll(next, '\n'))
    if (change)
      view.dispatch({
        changes: { ...change, insert: Text.of(change.insert.split('\n')) },
        annotations: elsewhere.of(true),
        userEvent: 'set',
      })
  }

  const place = (offset: number): number => positionOf(view.state.doc, offset, lineBreak)
  return {
    setText,
    setReadonly: (readonly) => view.dispatch({ effects: locked.reconfigure(lock(readonly)) }),
    setVariables: (variables) => putVariables(view, variables),
    setMarks: (marks) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.slice(0, marksAtMost).map(({ from, to, level, message, actions }) => ({
            from: place(from),
            to: Math.max(place(from), place(to)),
            severity: level,
            message,
            actions,
          })),
        ),
      ),
    select(from, to) {
      view.dispatch({
        selection: { anchor: place(from), head: place(to) },
        effects: EditorView.scrollIntoView(place(from), { y: 'center' }),
      })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}
