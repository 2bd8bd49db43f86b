// A rundown as a person writes it: the rows of a spreadsheet, and the steps that its cues get in the desk.
import type { Cue, CueField, CueStep } from '#contract/air/rundown.ts'

/** Columns by headings of somebody's own; the last one is nothing that a rundown has. */
export const columns: ReadonlyArray<readonly [heading: string, field: CueField | null]> = [
  ['Line', 'id'],
  ['Sort', 'kind'],
  ['Item', 'title'],
  ['Begins', 'at'],
  ['Runs for', 'duration'],
  ['Behind', 'linked'],
  ['Remarks', 'note'],
  ['Tint', 'colour'],
  ['Leave out', 'skip'],
  ['Who', null],
]

export const streamId = 'str-0'
export const subCategoryId = 'sub-0'
export const clip = 'POST /api/video/stream/createClip'
export const deletion = 'POST /api/events/general/delete'

type Kind = 'title' | 'category' | 'announce' | 'clip' | 'refund' | 'delete' | 'mark' | 'wait'

/** Each step has a name of its own, which the platform sees in its body. */
function stepOf(kind: Kind, name: string): CueStep {
  const operation = (key: string, body: Record<string, string | number>): CueStep => ({
    id: name,
    name,
    action: { kind: 'operation', operation: key, request: { body } },
  })
  switch (kind) {
    case 'title':
      return operation('PUT /api/video/stream/update', { streamId, title: name })
    case 'category':
      return operation('PUT /api/video/subcategory/update', { subCategoryId, title: name })
    case 'announce':
      return operation('POST /api/events/general/create', { title: name })
    case 'clip':
      return operation(clip, { streamId, title: name })
    case 'refund':
      return operation('POST /api/payment/charge/refund', { chargeId: `charge-${name}`, amount: 500, reason: name })
    case 'delete':
      return operation(deletion, { resourceId: name })
    case 'mark':
      return { id: name, name, action: { kind: 'mark', title: name } }
    case 'wait':
      return { id: name, name, action: { kind: 'wait', text: name } }
  }
}

/** What a cue does; each of these four times in 40 cues. */
const recipes: readonly Kind[][] = [
  [],
  ['title'],
  ['title', 'mark'],
  ['announce', 'title'],
  ['clip', 'category'],
  ['wait', 'title', 'clip'],
  ['refund', 'announce'],
  ['delete', 'title'],
  ['mark', 'category', 'mark'],
  ['category', 'clip', 'announce'],
]

/** 40 cues in groups, with a note and a cue that is to be passed; `steps` by the id of their cue. */
export function writeShow(random: () => number): { cues: Cue[]; steps: Map<string, CueStep[]> } {
  const cues: Cue[] = []
  const steps = new Map<string, CueStep[]>()
  const row = (id: string, more: Partial<Cue> = {}): void =>
    void cues.push({
      ...{ id, kind: 'cue', title: `Item ${id}`, note: '', colour: 'grey', linked: false, skip: false, steps: [] },
      ...more,
    })
  const kinds = Array.from({ length: 40 }, (_, at) => ({ recipe: recipes[at % recipes.length] ?? [], by: random() }))
  for (const [at, { recipe }] of kinds.toSorted((a, b) => a.by - b.by).entries()) {
    const id = `c${at + 1}`
    if (at % 20 === 0) row(`g${at}`, { kind: 'group', title: 'A part; with a "name"' })
    if (at === 13) row('n1', { kind: 'note', note: 'The guest, and her dog,\nare in the lobby.' })
    if (at === 25) row('s1', { skip: true, title: 'Only if there is time' })
    row(id, { durationMs: 60_000 * (1 + (at % 4)), ...(at === 0 ? { at: '20:15:00' } : { linked: at % 3 === 0 }) })
    steps.set(
      id,
      recipe.map((kind, place) => stepOf(kind, `${id}-${place + 1}-${kind}`)),
    )
  }
  return { cues, steps }
}

export function csvOf(cues: readonly Cue[]): string {
  const cell = (cue: Cue, field: CueField | null): string => {
    if (field === null) return 'Ana'
    if (field === 'duration') return cue.durationMs === undefined ? '' : `${cue.durationMs / 60_000} min`
    const value = cue[field] ?? ''
    return typeof value === 'boolean' ? (value ? 'yes' : '') : value
  }
  const quoted = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = [columns.map(([heading]) => heading), ...cues.map((cue) => columns.map(([, field]) => cell(cue, field)))]
  return rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')
}
