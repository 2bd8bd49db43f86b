// The operations as the specification lists them. Tests take every number of operations from here; none is written down elsewhere.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface SpecifiedOperation {
  key: string
  product: string
  method: string
  path: string
  name: string
}

const [, ...lines] = readFileSync(resolve(import.meta.dirname, 'operations.tsv'), 'utf8')
  .trim()
  .split('\n')

/** Every line of `operations.tsv`, in its order. */
export const specified: readonly SpecifiedOperation[] = lines.map((line) => {
  const [product = '', method = '', path = '', name = ''] = line.split('\t')
  return { key: `${method} ${path}`, product, method, path, name }
})
