// Names that are fields' names and names that are data: `#answers/field-names.ts`, which the page asks as well.
export { isFieldName } from '#answers/field-names.ts'
