import { z } from 'zod'
import { updateStateSchema } from '../updates.ts'
import { empty, nothing, type MethodDeclarations } from './method.ts'

export const updateMethods = {
  'updates.get': {
    scope: 'desk',
    about: 'Whether this desk looks for new versions of itself, and how far it is.',
    input: nothing,
    output: updateStateSchema,
  },
  'updates.choose': {
    scope: 'desk',
    about:
      'Whether to look: at once, and every six hours after that. Nothing is looked for or fetched during a show. `not_supported` where this desk offers no updates.',
    input: z.strictObject({ look: z.boolean() }),
    output: updateStateSchema,
  },
  'updates.look': {
    scope: 'desk',
    about: 'Looks now, and fetches what is newer. Refused during a show, and where it was not chosen to look.',
    input: nothing,
    output: updateStateSchema,
  },
  'updates.install': {
    scope: 'desk',
    pageOnly: true,
    about: 'Closes the desk, installs the version that is ready and opens it. Refused during a show.',
    input: nothing,
    output: empty,
  },
} satisfies MethodDeclarations
