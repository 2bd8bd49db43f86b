// The values that the preview is filled in with.
import { duplicateKey, scanJson } from '../../../components/text/json-scan.ts'
import { placesIn } from '../../../components/text/text-places.ts'
import { longValue, rightToLeftValue } from './sample-values.ts'
import type { Values } from './render.ts'
import type { Analysis, Samples, Variable } from './types.ts'

export interface SampleValues {
  values: Values
  /** Why the pasted JSON is not used; the defaults are then. */
  error?: NonNullable<Analysis['sampleError']>
}

const byName = (variables: Variable[], value: (variable: Variable) => string) => {
  const values = new Map<string, string>()
  for (const variable of variables) {
    const name = variable.name.trim()
    if (name !== '' && !values.has(name)) values.set(name, value(variable))
  }
  return values
}

/** Default values; what a subject's length is counted with, too. */
export const defaultValues = (variables: Variable[]): Values => byName(variables, (variable) => variable.defaultValue)

/** Names and values of a pasted object: strings, numbers as they were written, true and false. */
function readCustom(
  text: string,
): { ok: true; values: Map<string, string> } | { ok: false; message: string; offset: number } {
  const scanned = scanJson(text)
  if (!scanned.ok) return scanned
  if (scanned.root.kind !== 'object')
    return { ok: false, message: 'An object of names and values is expected', offset: scanned.root.from }
  const twice = duplicateKey(scanned.root)
  if (twice !== undefined) return { ok: false, message: `"${twice.key}" stands twice`, offset: twice.from }
  const values = new Map<string, string>()
  for (const { key, value } of scanned.root.entries) {
    if (value.kind === 'string') values.set(key, JSON.parse(value.source) as string)
    else if (value.kind === 'number' || value.kind === 'boolean') values.set(key, value.source)
    else return { ok: false, message: `"${key}" must be a text, a number, true or false`, offset: value.from }
  }
  return { ok: true, values }
}

/** The values of the chosen set. A pasted object takes its place over the defaults, name by name. */
export function sampleValues(variables: Variable[], samples: Samples): SampleValues {
  switch (samples.set) {
    case 'defaults':
      return { values: defaultValues(variables) }
    case 'empty':
      return { values: byName(variables, () => '') }
    case 'long':
      return { values: byName(variables, longValue) }
    case 'rtl':
      return { values: byName(variables, rightToLeftValue) }
    case 'custom': {
      const defaults = defaultValues(variables)
      if (samples.custom.trim() === '') return { values: defaults }
      const read = readCustom(samples.custom)
      if (!read.ok)
        return { values: defaults, error: { message: read.message, ...placesIn(samples.custom)(read.offset) } }
      return { values: new Map([...defaults, ...read.values]) }
    }
  }
}
