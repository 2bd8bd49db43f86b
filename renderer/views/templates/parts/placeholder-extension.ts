// Offers the variables after `{{` and marks each placeholder on screen as known or unknown.
import {
  pickedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state'
import {
  Decoration,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import { isName } from '../model/placeholders.ts'
import type { Variable } from '../model/types.ts'

export interface PlaceholderTitles {
  known: (variable: Variable) => string
  unknown: (name: string) => string
}

const setVariables = StateEffect.define<readonly Variable[]>()
const variables = StateField.define<readonly Variable[]>({
  create: () => [],
  update: (value, transaction) => transaction.effects.findLast((effect) => effect.is(setVariables))?.value ?? value,
})

export function putVariables(view: EditorView, list: readonly Variable[]): void {
  view.dispatch({ effects: setVariables.of(list) })
}

function insertVariable(view: EditorView, completion: Completion, from: number, to: number): void {
  const closing = /^\s*\}{1,2}/.exec(view.state.sliceDoc(to, to + 16))?.[0].length ?? 0
  const insert = `${completion.label}}}`
  view.dispatch({
    changes: { from, to: to + closing, insert },
    selection: { anchor: from + insert.length },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  })
}

/** Offers the variables after `{{`, also inside attributes. */
export function completeVariable(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/\{\{\s*[^\s{}]*/)
  if (typed === null) return null
  const known = context.state.field(variables, false) ?? []
  return {
    from: typed.from + (/^\{\{\s*/.exec(typed.text)?.[0].length ?? 0),
    validFor: /^[^\s{}]*$/,
    options: known
      .filter(
        ({ name }, at) => isName(name.trim()) && known.findIndex((other) => other.name.trim() === name.trim()) === at,
      )
      .map(({ name, type, defaultValue }) => ({
        label: name.trim(),
        type: 'variable',
        detail: [type, defaultValue === '' ? '' : JSON.stringify(defaultValue)].filter(Boolean).join('  '),
        apply: insertVariable,
      })),
  }
}

function decorator(known: readonly Variable[], titles: PlaceholderTitles): MatchDecorator {
  const byName = new Map(known.map((variable) => [variable.name.trim(), variable]))
  return new MatchDecorator({
    regexp: /\{\{\s*([\p{L}_][\p{L}\p{M}\p{N}_.-]*)\s*\}\}/gu,
    decoration: ([, name = '']) => {
      const variable = byName.get(name)
      return Decoration.mark(
        variable === undefined
          ? { class: 'cm-variable-unknown', attributes: { title: titles.unknown(name) } }
          : { class: 'cm-variable-known', attributes: { title: titles.known(variable) } },
      )
    },
  })
}

function marks(titles: PlaceholderTitles): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      matcher: MatchDecorator

      constructor(view: EditorView) {
        this.matcher = decorator(view.state.field(variables), titles)
        this.decorations = this.matcher.createDeco(view)
      }

      update(update: ViewUpdate): void {
        const known = update.state.field(variables)
        if (known === update.startState.field(variables)) {
          this.decorations = this.matcher.updateDeco(update, this.decorations)
        } else {
          this.matcher = decorator(known, titles)
          this.decorations = this.matcher.createDeco(update.view)
        }
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}

export function placeholders(known: readonly Variable[], titles: PlaceholderTitles): Extension {
  return [
    variables.init(() => known),
    EditorState.languageData.of(() => [{ autocomplete: completeVariable }]),
    marks(titles),
  ]
}
