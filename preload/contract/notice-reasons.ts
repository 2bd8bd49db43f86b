// What notices say, one word for each. The page has the sentences (`messages/en/reasons.json`).

/** What a person must be told once. */
export const noticeCodes = [
  'meet',
  'updates',
  'link_refused',
  'secrets_masked',
  'profile_damaged',
  'profile_damaged_restored',
  'profile_damaged_empty',
  'profile_missing_restored',
  'profile_missing_empty',
  'changes_set_aside',
  'backup_restored',
  'folder_open',
  'folder_made_private',
  'stop_not_kept',
  'fault_survived',
  'fault_reopened',
  'access_suspended',
  'access_damaged',
] as const
export type NoticeCode = (typeof noticeCodes)[number]

/** Why a link from outside was refused, in the fact `why` of its notice. */
export const linkProblems = [
  'during_show',
  'too_long',
  'no_operation',
  'unknown_operation',
  'more_than_open',
  'several_requests',
  'too_deep',
  'not_readable',
  'carries_credential',
] as const
export type LinkProblem = (typeof linkProblems)[number]
