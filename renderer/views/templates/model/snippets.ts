// Named pieces of HTML: what is wrong with them, and how one is added. Bounds are those of the contract.
import { longestSnippet, longestSnippetName, mostSnippets, type Snippet } from '#contract/mail.ts'

/** Sentences are `templates.snippets.problem.<code>`. */
interface SnippetProblems {
  name?: 'unnamed' | 'name_long' | 'name_twice'
  html?: 'empty' | 'html_long'
}

const sameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()

/** Where another snippet has this name; capitals make no difference. */
export const placeOf = (list: readonly Snippet[], name: string): number =>
  list.findIndex((one) => sameName(one.name, name))

/** What has to change at each row before the list can be saved. */
export function snippetProblems(list: readonly Snippet[]): SnippetProblems[] {
  return list.map(({ name, html }, at) => {
    const trimmed = name.trim()
    const place = placeOf(list, name)
    return {
      ...(trimmed === ''
        ? { name: 'unnamed' as const }
        : trimmed.length > longestSnippetName
          ? { name: 'name_long' as const }
          : place < at
            ? { name: 'name_twice' as const }
            : {}),
      ...(html.trim() === ''
        ? { html: 'empty' as const }
        : html.length > longestSnippet
          ? { html: 'html_long' as const }
          : {}),
    }
  })
}

/** As they are saved: trimmed names, plain objects. */
export const cleanSnippets = (list: readonly Snippet[]): Snippet[] =>
  list.map(({ name, html }) => ({ name: name.trim(), html }))

export const isFull = (list: readonly Snippet[]): boolean => list.length >= mostSnippets

/** The list with this snippet at the end, or in the place of the one with its name. */
export function withSnippet(list: readonly Snippet[], snippet: Snippet): Snippet[] {
  const place = placeOf(list, snippet.name)
  const next = cleanSnippets(list)
  const [added] = cleanSnippets([snippet])
  if (added !== undefined) next.splice(place < 0 ? next.length : place, place < 0 ? 0 : 1, added)
  return next
}
