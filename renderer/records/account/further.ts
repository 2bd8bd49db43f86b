import { isSecretName } from '#contract/secret-names.ts'

/** Whether a field that a person names is typed blind: in a sign-in more names speak for a secret than elsewhere. */
export const isTypedBlind = (name: string): boolean => isSecretName(name) || /pass|pwd|pin|code/i.test(name)
