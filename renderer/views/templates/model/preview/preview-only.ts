import type { Analysis } from '../types.ts'

/** The preview pane's part of an analysis that is still running: no hash, and nothing is said of problems or links. */
export const withPreviewOnly = (rendered: Analysis['rendered']): Analysis => ({
  generation: 0,
  hash: '',
  problems: [],
  rendered,
  links: [],
  unknown: [],
})
