import { duplicateKey, scanJson } from '#components/text/json-scan.ts'
import { placesIn } from '#components/text/text-places.ts'
import { longValue, rightToLeftValue } from './sample-values.ts'
import type { Values } from './render.ts'
import type { SampleError, Samples, Variable } from './types.ts'

const byName = (variables: Variable[], value: (variable: Variable) => string) => {
  const values = new Map<string, string>()
  for (const variable of variables) {
    const name = variable.name.trim()
    if (name !== '' && !values.has(name)) values.set(name, value(variable))
  }
  return values
}

export const defaultValues = (variables: Variable[]): Values => byName(variables, (variable) => variable.defaultValue)

/** Names and values of a pasted object: strings, numbers as they were written, true and false. */
function readCustom(text: string): Map<string, string> | SampleError {
  const scanned = scanJson(text)
  const place = placesIn(text)
  if (!scanned.ok) return { fault: scanned.fault, name: '', ...place(scanned.offset) }
  if (scanned.root.kind !== 'object') return { fault: 'not_an_object', name: '', ...place(scanned.root.from) }
  const twice = duplicateKey(scanned.root)
  if (twice !== undefined) return { fault: 'twice', name: twice.key, ...place(twice.from) }
  const values = new Map<string, string>()
  for (const { key, value } of scanned.root.entries) {
    if (value.kind === 'string') values.set(key, JSON.parse(value.source) as string)
    else if (value.kind === 'number' || value.kind === 'boolean') values.set(key, value.source)
    else return { fault: 'not_plain', name: key, ...place(value.from) }
  }
  return values
}

/** The values of the chosen set. A pasted object replaces defaults by name; where it has a mistake, the defaults are used. */
export function sampleValues(variables: Variable[], samples: Samples): { values: Values; error?: SampleError } {
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
      return read instanceof Map ? { values: new Map([...defaults, ...read]) } : { values: defaults, error: read }
    }
  }
}
