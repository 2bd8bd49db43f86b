// Replaces `electron` by the stand-in, for import and require. Loaded before anything that needs it.
import { registerHooks } from 'node:module'

const standIn = new URL('stand-in.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
