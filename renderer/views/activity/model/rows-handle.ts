export interface RowsHandle {
  /** Whether a row that came on top now would move what a person looks at or points to. */
  inUse: () => boolean
  toTop: () => void
  focus: () => void
}
