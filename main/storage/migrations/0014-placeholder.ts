import type { Migration } from './types.ts'

/** Stands for the step of another part until both are put together; the lead takes it away. */
export const placeholder14: Migration = { version: 14, name: 'placeholder_14', statements: ['SELECT 1'] }
/** As `placeholder14`. */
export const placeholder15: Migration = { version: 15, name: 'placeholder_15', statements: ['SELECT 1'] }
