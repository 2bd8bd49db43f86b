// Tags without a partner, by a stack over the tokens: in a parser's tree they are repaired already.
import type { HtmlScan, Tag } from './html-scan.ts'

/** `unclosed`: a start tag without its end; `stray`: an end tag without its start; `misnested`: <b><i></b></i>. */
export interface Unpaired {
  kind: 'unclosed' | 'stray' | 'misnested'
  tag: Tag
  /** The end tag that closed it by force; undefined at the end of the text. */
  closer?: Tag
}

const words = (text: string) => new Set(text.split(' '))
const empty = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)
/** HTML lets their end tags be left out. */
const selfEnding = words('body caption colgroup dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr')
const tableParts = words('caption colgroup tbody td tfoot th thead tr')
/** An end tag inside one of these does not close what is outside. */
const cells = words('applet caption marquee object table td template th')
const outermost = words('body html table')

export function unpaired(scan: HtmlScan): Unpaired[] {
  const found: Unpaired[] = []
  const stack: Tag[] = []
  const places = new Map<string, number[]>()
  const walls: Record<'cell' | 'table', number[]> = { cell: [], table: [] }
  const forced = new Map<string, Unpaired[]>()

  const push = (tag: Tag) => {
    const own = places.get(tag.name) ?? []
    places.set(tag.name, own)
    own.push(stack.length)
    if (cells.has(tag.name)) walls.cell.push(stack.length)
    if (tag.name === 'table') walls.table.push(stack.length)
    stack.push(tag)
  }
  const pop = () => {
    const tag = stack.pop()
    if (tag === undefined) return undefined
    places.get(tag.name)?.pop()
    if (cells.has(tag.name)) walls.cell.pop()
    if (tag.name === 'table') walls.table.pop()
    return tag
  }
  const force = (tag: Tag | undefined, closer: Tag | undefined) => {
    if (tag === undefined || selfEnding.has(tag.name)) return
    const one: Unpaired = { kind: 'unclosed', tag, ...(closer === undefined ? {} : { closer }) }
    found.push(one)
    forced.set(tag.name, [...(forced.get(tag.name) ?? []).slice(-7), one])
  }
  const close = (tag: Tag) => {
    const wall = outermost.has(tag.name) ? -1 : ((tableParts.has(tag.name) ? walls.table : walls.cell).at(-1) ?? -1)
    const start = places.get(tag.name)?.at(-1) ?? -1
    if (start >= 0 && start >= wall) {
      while (stack.length > start + 1) force(pop(), tag)
      pop()
      return
    }
    const earlier = forced.get(tag.name)?.pop()
    if (earlier !== undefined) earlier.kind = 'misnested'
    else found.push({ kind: 'stray', tag })
  }

  for (const node of scan.nodes) {
    if (node.kind === 'end') {
      if (!empty.has(node.name)) close(node)
    } else if (node.kind === 'start' && !empty.has(node.name)) {
      // <o:p/> and svg shapes close themselves; <div/> does not.
      if (!(node.selfClosing && (node.foreign || node.name.includes(':')))) push(node)
    }
  }
  while (stack.length > 0) force(pop(), undefined)
  return found.sort((a, b) => a.tag.from - b.tag.from)
}
