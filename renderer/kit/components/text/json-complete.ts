import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

export interface KnownName {
  name: string
  type?: string
  value?: string
}

/** The names that an object may have; `[]` in a place stands for the items of a list. */
export type NamesAt = (place: readonly string[]) => readonly KnownName[]

const sourceOf = (state: EditorState, node: Node): string => {
  const text = state.sliceDoc(node.from, node.to)
  try {
    return String(JSON.parse(text))
  } catch {
    return text.replace(/^"|"$/g, '')
  }
}

const nameOf = (state: EditorState, property: Node): string | undefined => {
  const name = property.getChild('PropertyName')
  return name === null ? undefined : sourceOf(state, name)
}

function objectAt(state: EditorState, pos: number): Node | undefined {
  const node = syntaxTree(state).resolveInner(pos, -1)
  if (node.name === 'Object') return node
  if (node.name === 'PropertyName') return node.parent?.parent ?? undefined
  if (node.type.isError || node.name === '{' || node.name === ',')
    return node.parent?.name === 'Object'
      ? node.parent
      : node.parent?.name === 'Property'
        ? (node.parent.parent ?? undefined)
        : undefined
  return undefined
}

function placeOf(state: EditorState, object: Node): string[] {
  const place: string[] = []
  for (let node = object.parent; node !== null; node = node.parent) {
    if (node.name === 'Property') place.unshift(nameOf(state, node) ?? '')
    else if (node.name === 'Array') place.unshift('[]')
  }
  return place
}

export function completeNames(names: NamesAt): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const { state, pos } = context
    const typed = context.matchBefore(/"?[\p{L}\p{N}_$.-]*$/u)
    const before = state
      .sliceDoc(Math.max(0, (typed?.from ?? pos) - 200), typed?.from ?? pos)
      .trimEnd()
      .at(-1)
    if (before !== '{' && before !== ',') return null
    if (typed?.text === '' && !context.explicit) return null
    const object = objectAt(state, pos)
    if (object === undefined) return null
    const there = new Set(
      object
        .getChildren('Property')
        .flatMap((property) =>
          property.from <= pos && pos <= (property.getChild('PropertyName')?.to ?? property.from)
            ? []
            : [nameOf(state, property)],
        ),
    )
    const options = names(placeOf(state, object)).filter(({ name }) => !there.has(name))
    if (options.length === 0) return null
    const closing = state.sliceDoc(pos, pos + 1) === '"' ? 1 : 0
    const colon = /^\s*:/.test(state.sliceDoc(pos + closing, pos + closing + 50))
    return {
      from: typed?.from ?? pos,
      to: pos + closing,
      options: options.map(({ name, type, value }) => ({
        label: JSON.stringify(name),
        type: 'property',
        ...(type === undefined ? {} : { detail: type }),
        apply: colon ? JSON.stringify(name) : `${JSON.stringify(name)}: ${value ?? ''}`,
      })),
      validFor: /^"?[\p{L}\p{N}_$.-]*$/u,
    }
  }
}
