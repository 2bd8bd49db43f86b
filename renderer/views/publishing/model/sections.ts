import type { FieldProblem } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import { wireDetails, wireOptions, type EventForm } from './form.ts'

export const sectionIds = [
  'destination',
  'broadcast',
  'schedule',
  'state',
  'category',
  'voting',
  'platforms',
  'devices',
  'assets',
  'record',
] as const
export type SectionId = (typeof sectionIds)[number]

/** What a person thinks of first; everything else is under *All fields*. */
export const frontDetails = [
  'title',
  'scheduleDate',
  'scheduleTime',
  'streamHours',
  'category',
  'description',
  'coverPhotoUrl',
  'streamId',
] as const
/** Where it goes, unless provider profiles say so. */
export const frontOptions = ['providerName', 'server', 'rtmpUrl', 'streamKey'] as const

export interface SchemaFieldEntry {
  name: string
  schema: JsonSchema
}

export interface FieldGroup {
  group: string
  fields: SchemaFieldEntry[]
}

/** The fields of an object schema by group: groups as they first occur, fields by `order`. */
export function groupsOf(schema: JsonSchema | undefined): FieldGroup[] {
  const groups: FieldGroup[] = []
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    const group = field.group ?? ''
    const known = groups.find((each) => each.group === group)
    if (known === undefined) groups.push({ group, fields: [{ name, schema: field }] })
    else known.fields.push({ name, schema: field })
  }
  for (const { fields } of groups) fields.sort((a, b) => (a.schema.order ?? 0) - (b.schema.order ?? 0))
  return groups
}

/** The details by section; a group without a section of its own goes to `broadcast`, so that no field is lost. */
export function detailSections(details: JsonSchema | undefined): Record<SectionId, SchemaFieldEntry[]> {
  const sections = Object.fromEntries(sectionIds.map((id) => [id, [] as SchemaFieldEntry[]])) as Record<
    SectionId,
    SchemaFieldEntry[]
  >
  for (const { group, fields } of groupsOf(details)) {
    const id = sectionIds.find((each) => each === group) ?? 'broadcast'
    sections[id].push(...fields)
  }
  return sections
}

/** The sections without what stands in front; each field is there once. */
export function restSections(
  sections: Readonly<Record<SectionId, SchemaFieldEntry[]>>,
): Record<SectionId, SchemaFieldEntry[]> {
  return Object.fromEntries(
    sectionIds.map((id) => [
      id,
      sections[id].filter(({ name }) => !(frontDetails as readonly string[]).includes(name)),
    ]),
  ) as Record<SectionId, SchemaFieldEntry[]>
}

/** `withOptions`: no profile says where the event goes, so its own options do. */
export function isFront(path: string, withOptions: boolean): boolean {
  const [part, name = ''] = path.split('.')
  return part === 'details'
    ? (frontDetails as readonly string[]).includes(name)
    : withOptions && (frontOptions as readonly string[]).includes(name)
}

export type Mark = 'empty' | 'filled' | 'wrong'

export function marksOf(
  sections: Readonly<Record<SectionId, SchemaFieldEntry[]>>,
  form: EventForm,
  problems: readonly FieldProblem[],
  elsewhere: (path: string) => boolean = () => false,
): Record<SectionId, Mark> {
  const details = wireDetails(form.details)
  const options = Object.entries(wireOptions(form.options)).some(
    ([name, value]) => value !== null && !elsewhere(`options.${name}`),
  )
  return Object.fromEntries(
    sectionIds.map((id) => {
      const names = sections[id].map(({ name }) => name)
      const inside = ({ path }: FieldProblem): boolean =>
        names.includes(path.split('.')[1] ?? '')
          ? path.startsWith('details.')
          : id === 'destination' && path.startsWith('options') && !elsewhere(path)
      if (problems.some(inside)) return [id, 'wrong']
      return [
        id,
        names.some((name) => details[name] !== undefined) || (id === 'destination' && options) ? 'filled' : 'empty',
      ]
    }),
  ) as Record<SectionId, Mark>
}

export function sectionOfPath(sections: Readonly<Record<SectionId, SchemaFieldEntry[]>>, path: string): SectionId {
  const [part, name] = path.split('.')
  if (part !== 'details') return 'destination'
  return sectionIds.find((id) => sections[id].some((field) => field.name === name)) ?? 'broadcast'
}

export function problemAt(problems: readonly FieldProblem[], path: string): FieldProblem | undefined {
  return problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))
}
