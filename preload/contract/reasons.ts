// Why something was refused or failed, one word for each reason. The page has the sentences (`messages/en/errors.json`).

/** Reasons of errors. An error without one says all by its code. */
export const errorReasons = [
  'masked_value',
  'secret_in_address',
  'secret_in_text',
  'environment_changed',
  'press_too_old',
  'press_in_future',
  'waited_too_long',
  'clock_moved',
  'newer_intent',
  'unsettled_money',
  'amount_not_valid',
  'unsettled_twin',
  'origin_not_confirmed',
  'credential_not_at_hand',
  'too_deep',
  'file_not_readable',
  'file_not_understood',
  'file_too_large',
  'reference_outside',
  'reference_broken',
  'no_charge',
  'stream_id_too_long',
] as const
export type ErrorReason = (typeof errorReasons)[number]

/** What is wrong with one field. */
export const fieldReasons = ['missing'] as const
export type FieldReason = (typeof fieldReasons)[number]
