export { isSecretName } from '#contract/secret-names.ts'
