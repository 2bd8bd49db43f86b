import type { Fault, Finding, JsonScan } from '../../core/json/scan.ts'

export const breaksOff = 'It breaks off: its packed bytes end in the middle, so this is only its beginning.'

export function notJson({ line, column, reason }: Fault, isPage: boolean): string {
  return `It says that it is JSON and is ${isPage ? 'a web page' : 'not'}: at line ${count(line)}, column ${count(column)}, ${reason}.`
}

export function jsonProblems({ depth, repeated, tooBig, tooPrecise }: JsonScan, deepest: number): string[] {
  return [
    ...(depth > deepest ? [`It is nested ${count(depth)} levels deep; the desk reads ${count(deepest)}.`] : []),
    ...named(
      repeated,
      'A name stands twice in one object, and the last one counts',
      'Names stand twice in one object, and the last of each counts',
    ),
    ...named(tooBig, 'A number is too big for a double', 'Numbers are too big for a double'),
    ...named(
      tooPrecise,
      'A number has more digits than a double keeps',
      'Numbers have more digits than a double keeps',
    ),
  ]
}

function named({ count: all, first }: Finding, one: string, several: string): string[] {
  if (all === 0) return []
  const places = first.map((path) => (path === '' ? 'the answer itself' : path)).join(', ')
  const more = all > first.length ? ` and ${count(all - first.length)} more` : ''
  return [`${all === 1 ? one : several}: ${places}${more}.`]
}

function count(number: number): string {
  return number.toLocaleString('en-GB')
}
