import { isObject } from '#contract/json.ts'
import { own, type UnknownRecord } from './file.ts'
import { teachLimits } from './limits.ts'
import { refused } from './refusal.ts'

export type References = ReturnType<typeof createReferences>

export function createReferences(document: UnknownRecord) {
  const known = new Map<string, unknown>()

  function target(reference: string, place: string): unknown {
    if (!reference.startsWith('#')) {
      throw refused('reference_outside', place, 'This file refers to another file or address.')
    }
    if (known.has(reference)) return known.get(reference)
    const value = reference === '#' ? document : walk(reference)
    if (value === undefined) throw refused('reference_broken', place, 'A reference leads nowhere.')
    known.set(reference, value)
    return value
  }

  /** Only JSON pointers: descriptions of APIs do not use anchors. */
  function walk(reference: string): unknown {
    if (!reference.startsWith('#/') || reference.length > 2_048) return undefined
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, step) => {
        const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
        return Array.isArray(value) && /^\d{1,9}$/.test(name) ? (value as unknown[])[Number(name)] : own(value, name)
      }, document)
  }

  return {
    /** The value that a place refers to, with the references on the way; undefined where they form a circle. Throws for one that leads outside the file or nowhere. */
    follow(value: unknown, place: string): { value: unknown; by: readonly string[] } | undefined {
      const by: string[] = []
      let here = value
      for (
        let reference = own(here, '$ref');
        isObject(here) && reference !== undefined;
        reference = own(here, '$ref')
      ) {
        if (typeof reference !== 'string') throw refused('reference_broken', place, 'A reference is not a text.')
        if (by.includes(reference) || by.length >= teachLimits.references) return undefined
        by.push(reference)
        here = target(reference, place)
      }
      return { value: here, by }
    },
  }
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
