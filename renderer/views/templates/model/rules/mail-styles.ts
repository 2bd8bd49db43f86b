// Styles that a mail client ignores where that breaks the layout. What only looks plainer is left alone.
import { attributeOf, valueRange } from '../html-scan.ts'
import { supportOf, type Feature } from '../mail-clients/support.ts'
import type { Finding, LintContext } from './rule.ts'
import type { ProblemLevel } from '../types.ts'

type StyleFeature = Extract<
  Feature,
  'flex' | 'grid' | 'position' | 'variables' | 'gap' | 'object_fit' | 'background' | 'font' | 'import' | 'link'
>

const levels: Record<StyleFeature, ProblemLevel> = {
  flex: 'warning',
  grid: 'warning',
  position: 'warning',
  variables: 'warning',
  import: 'warning',
  link: 'warning',
  gap: 'remark',
  object_fit: 'remark',
  background: 'remark',
  font: 'remark',
}

// One pass over a text; the name of the group that matched is the feature.
const declarations =
  /(?<import>@import\b)|(?<font>@font-face\b)|(?<![-\w])(?:display\s*:\s*(?:(?<flex>(?:inline-)?flex\b)|(?<grid>(?:inline-)?grid\b))|(?<position>position\s*:\s*(?:absolute|fixed|sticky)\b)|(?<gap>(?:row-|column-)?gap\s*:)|(?<object_fit>object-fit\s*:)|(?<background>background(?:-image)?\s*:[^;}]{0,200}?url\()|(?<variables>var\(\s*--))/gi
const fonts = /\bfonts?\b|typekit|fontawesome/i

function* inStyle(
  html: string,
  from: number,
  to: number,
): Iterable<{ feature: StyleFeature; from: number; to: number }> {
  // Comments keep their length, so that places stay right.
  const text = html.slice(from, to).replace(/\/\*[^]*?(?:\*\/|$)/g, (comment) => ' '.repeat(comment.length))
  for (const { 0: match, index, groups = {} } of text.matchAll(declarations)) {
    const name = Object.keys(groups).find((group) => groups[group] !== undefined)
    const feature = Object.keys(levels).find((one): one is StyleFeature => one === name)
    if (feature === undefined) continue
    const ofFont = feature === 'import' && fonts.test(text.slice(index, index + 300).replace(/;[^]*$/, ''))
    yield { feature: ofFont ? 'font' : feature, from: from + index, to: from + index + match.length }
  }
}

function* uses({ scan: { html, nodes } }: LintContext): Iterable<{ feature: StyleFeature; from: number; to: number }> {
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (node.raw === 'style') yield* inStyle(html, node.from, node.to)
      continue
    }
    if (node.kind === 'end') continue
    for (const attribute of node.attributes) {
      if (attribute.name !== 'style') continue
      const range = valueRange(html, attribute)
      yield* inStyle(html, range.from, range.to)
    }
    if (node.name !== 'link' || !/\bstylesheet\b/i.test(attributeOf(node, 'rel')?.value ?? '')) continue
    const feature = fonts.test((attributeOf(node, 'href')?.value ?? '').slice(0, 2000)) ? 'font' : 'link'
    yield { feature, from: node.from, to: node.to }
  }
}

/** One finding for each feature, at its first place. */
export function* mailStyles(context: LintContext): Iterable<Finding> {
  const first = new Map<StyleFeature, { from: number; to: number; count: number }>()
  for (const { feature, from, to } of uses(context)) {
    const before = first.get(feature)
    if (before === undefined) first.set(feature, { from, to, count: 1 })
    else before.count++
  }
  // Outlook for Windows shows a picture behind text by VML.
  if (/<v:(?:background|fill|image|rect)\b/i.test(context.scan.html)) first.delete('background')
  for (const [feature, { from, to, count }] of first)
    yield {
      code: 'style_unsupported',
      level: levels[feature],
      field: 'htmlContent',
      from,
      to,
      values: { kind: feature, count },
      fixes: [],
      ...supportOf(feature),
    }
}
