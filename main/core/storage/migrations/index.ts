// Every migration in order. To add one: a file `NNNN-what.ts` and a line here.
import { first } from './0001-first.ts'
import { drafts } from './0002-drafts.ts'
import { queue } from './0003-queue.ts'
import { show } from './0004-show.ts'
import { requests } from './0005-requests.ts'
import { answerHeads } from './0006-answer-heads.ts'
import { records } from './0007-records.ts'
import { noticeCodes } from './0008-notice-codes.ts'
import { deeds } from './0009-deeds.ts'
import { followed } from './0010-followed.ts'
import { said } from './0011-said.ts'
import { searchDense } from './0012-search-dense.ts'
import { madeBy } from './0013-made-by.ts'
import { removedBy } from './0014-removed-by.ts'
import { target } from './0015-target.ts'
import { firings } from './0016-firings.ts'
import { rundowns } from './0017-rundowns.ts'
import { searchFolding } from './0018-search-folding.ts'
import { accepted } from './0019-accepted.ts'
import type { Migration } from './types.ts'

export const migrations: readonly Migration[] = [
  first,
  drafts,
  queue,
  show,
  requests,
  answerHeads,
  records,
  noticeCodes,
  deeds,
  followed,
  said,
  searchDense,
  madeBy,
  removedBy,
  target,
  firings,
  rundowns,
  searchFolding,
  accepted,
]
