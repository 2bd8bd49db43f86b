// The dependency picture of docs/architecture.md, drawn from the imports; `node test/layers/picture.ts` writes it there.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { cruiseProduct } from './cruise.ts'

const root = resolve(import.meta.dirname, '../..')
const document = resolve(root, 'docs/architecture.md')
const begin = '<!-- The picture is generated: node test/layers/picture.ts -->'
const end = '<!-- The end of the generated picture -->'

const parts = ['renderer', 'preload', 'main']

/** The text between the markers of the document. */
export function writtenPicture(): string {
  const text = readFileSync(document, 'utf8')
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim()
}

/** An arrow says that a folder imports another. One that only shortens a longer way is left out. */
export function drawnPicture({ modules }: ICruiseResult): string {
  const arrows = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = boxOf(source)
    if (from === undefined) continue
    const to = arrows.get(from) ?? new Set<string>()
    arrows.set(from, to)
    for (const { resolved } of dependencies) {
      const box = boxOf(resolved)
      if (box !== undefined && box !== from) to.add(box)
    }
  }
  const boxes = [...new Set([...arrows.keys(), ...[...arrows.values()].flatMap((to) => [...to])])].sort()
  const lines = ['```mermaid', 'flowchart TD']
  for (const part of parts) {
    const own = boxes.filter((box) => box.startsWith(`${part}/`))
    lines.push(`  subgraph ${part}`, ...own.map((box) => `    ${idOf(box)}[${box.slice(part.length + 1)}]`), '  end')
  }
  for (const [from, to] of shortest(arrows)) lines.push(`  ${idOf(from)} --> ${idOf(to)}`)
  return [...lines, '```'].join('\n')
}

/** The room directly below a part, or the start of a process or a page. */
function boxOf(file: string): string | undefined {
  const [part = '', name = '', ...rest] = file.split('/')
  if (!parts.includes(part)) return undefined
  return rest.length > 0 ? `${part}/${name}` : `${part}/start`
}

const idOf = (box: string): string => box.replace('/', '-')

/** Without arrows that a longer way replaces; folders that import each other keep theirs. */
function shortest(arrows: ReadonlyMap<string, ReadonlySet<string>>): Array<[string, string]> {
  const reached = new Map([...arrows.keys()].map((from) => [from, reachable(arrows, from)]))
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) === true
  return [...arrows]
    .flatMap(([from, to]) =>
      [...to]
        .filter(
          (target) =>
            reaches(target, from) ||
            ![...to].some(
              (way) => way !== target && !reaches(way, from) && reaches(way, target) && !reaches(target, way),
            ),
        )
        .map((target): [string, string] => [from, target]),
    )
    .sort(([a, b], [c, d]) => a.localeCompare(c, 'en') || b.localeCompare(d, 'en'))
}

function reachable(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set<string>()
  const left = [...(arrows.get(from) ?? [])]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue
    found.add(next)
    left.push(...(arrows.get(next) ?? []))
  }
  return found
}

if (import.meta.main) {
  const text = readFileSync(document, 'utf8')
  const before = text.slice(0, text.indexOf(begin) + begin.length)
  const after = text.slice(text.indexOf(end))
  writeFileSync(document, `${before}\n\n${drawnPicture(await cruiseProduct(root))}\n\n${after}`)
}
