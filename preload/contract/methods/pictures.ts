import { z } from 'zod'
import { fetchedPictureSchema, picturesAtOnce } from '../pictures.ts'
import type { MethodDeclarations } from './method.ts'

export const pictureMethods = {
  'pictures.fetch': {
    scope: 'desk',
    pageOnly: true,
    about:
      'Fetches remote pictures of a message for its preview: https and public addresses only, no cookies, nothing is kept. Refused during a show.',
    input: z.strictObject({ urls: z.array(z.string().min(1).max(4096)).min(1).max(picturesAtOnce) }),
    output: () => z.strictObject({ pictures: z.array(fetchedPictureSchema()) }),
  },
} satisfies MethodDeclarations
