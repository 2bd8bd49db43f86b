// Every step of the schema, in order. To add one: a file `NNNN-what.ts` beside this one, and a line here.
import { first } from './0001-first.ts'
import type { Migration } from './types.ts'

export const migrations: readonly Migration[] = [first]
