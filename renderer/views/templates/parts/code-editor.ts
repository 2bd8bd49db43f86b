// Loaded when an editor is first shown, so that CodeMirror is not part of the first load. Nothing here may read all of the document for
// one key.
import { autocompletion } from '@codemirror/autocomplete'
import { html } from '@codemirror/lang-html'
import { setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, Text, type Extension } from '@codemirror/state'
import { placeholder, tooltips } from '@codemirror/view'
import { EditorView, basicSetup } from 'codemirror'
import type { ProblemLevel, Variable } from '../model/types.ts'
import { codeTheme } from './code-theme.ts'
import { lineBreakOf, positionOf, type LineBreak } from '../model/line-breaks.ts'
import { placeholders, putVariables, type PlaceholderTitles } from './placeholder-extension.ts'
import { textChange } from '../model/text-change.ts'

export interface CodeEditorOptions {
  text: string
  language: 'html' | 'text'
  label: string
  hint: string
  variables: readonly Variable[]
  titles: PlaceholderTitles
  /** Texts of the search panel and the lists, by CodeMirror's own. */
  phrases: Record<string, string>
  onChange: (text: string) => void
}

export interface CodeMark {
  from: number
  to: number
  level: ProblemLevel
  message: string
  actions: Array<{ name: string; apply: () => void }>
}

const fromElsewhere = Annotation.define<boolean>()
const maxMarks = 500

const languages: Record<CodeEditorOptions['language'], Extension> = {
  html: [html(), EditorView.lineWrapping],
  text: [
    EditorView.lineWrapping,
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['{'] } }]),
    EditorView.contentAttributes.of({ spellcheck: 'true' }),
  ],
}

/** An editor in `parent`; the caller destroys it. */
export function createCodeEditor(parent: HTMLElement, options: CodeEditorOptions) {
  let lineBreak: LineBreak = lineBreakOf(options.text)
  const separator = new Compartment()

  const view = new EditorView({
    parent,
    doc: Text.of(options.text.split(lineBreak)),
    extensions: [
      separator.of(EditorState.lineSeparator.of(lineBreak)),
      placeholders(options.variables, options.titles),
      basicSetup,
      autocompletion({ icons: false }),
      languages[options.language],
      codeTheme,
      // A list inside the editor would make the browser restyle all of its lines.
      tooltips({ parent: document.body }),
      placeholder(options.hint),
      EditorState.phrases.of(options.phrases),
      EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?|\n/g, lineBreak)),
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.every((transaction) => transaction.annotation(fromElsewhere)))
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
        annotations: fromElsewhere.of(true),
      })
      return
    }
    // Compared with one unit for each line break, as the editor counts.
    const change = textChange(view.state.doc.toString(), next === '\n' ? text : text.replaceAll(next, '\n'))
    if (change)
      view.dispatch({
        changes: { ...change, insert: Text.of(change.insert.split('\n')) },
        annotations: fromElsewhere.of(true),
        userEvent: 'set',
      })
  }

  const place = (offset: number): number => positionOf(view.state.doc, offset, lineBreak)
  return {
    /** Puts in content from elsewhere without calling `onChange`; the caret stays beside the same text, and undo restores the old content. */
    setText,
    setVariables: (variables: readonly Variable[]): void => putVariables(view, variables),
    setMarks: (marks: readonly CodeMark[]): void =>
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.slice(0, maxMarks).map(({ from, to, level, message, actions }) => ({
            from: place(from),
            to: Math.max(place(from), place(to)),
            severity: level === 'remark' ? 'info' : level,
            message,
            actions,
          })),
        ),
      ),
    select(from: number, to: number): void {
      view.dispatch({
        selection: { anchor: place(from), head: place(to) },
        effects: EditorView.scrollIntoView(place(from), { y: 'center' }),
      })
      view.focus()
    },
    /** Replaces the selection, as if it was pasted. */
    insert(text: string): void {
      view.dispatch(view.state.replaceSelection(view.state.toText(text.replace(/\r\n?|\n/g, lineBreak))), {
        scrollIntoView: true,
        userEvent: 'input.paste',
      })
      view.focus()
    },
    selection: (): string => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    destroy: (): void => view.destroy(),
  }
}

export type CodeEditor = ReturnType<typeof createCodeEditor>
