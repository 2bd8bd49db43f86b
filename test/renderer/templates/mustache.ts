import { createRequire } from 'node:module'

interface Engine {
  render: (template: string, view: unknown) => string
}

const engine = createRequire(import.meta.url)('mustache') as Engine

/** What a conforming engine prints; undefined where it refuses the template. */
export function printed(template: string, view: unknown): string | undefined {
  try {
    return engine.render(template, view)
  } catch {
    return undefined
  }
}
