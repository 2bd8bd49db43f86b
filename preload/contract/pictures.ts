import { z } from 'zod'
import { named, type Of } from './schema.ts'

/** Why a picture of a message was not fetched. */
export const pictureProblems = [
  'not_https',
  'has_credentials',
  'not_public',
  'too_many_redirects',
  'not_found',
  'not_a_picture',
  'too_large',
  'timed_out',
  'unreachable',
] as const
export type PictureProblem = (typeof pictureProblems)[number]

/** How many one call fetches. */
export const picturesAtOnce = 6

/** `data` is a data URL; without it `problem` says why. */
export const fetchedPictureSchema = named('FetchedPicture', () =>
  z.strictObject({
    url: z.string(),
    data: z.string().exactOptional(),
    problem: z.enum(pictureProblems).exactOptional(),
  }),
)
export type FetchedPicture = Of<typeof fetchedPictureSchema>
