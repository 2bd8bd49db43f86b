// Tags are chips on screen and one comma-separated string on the wire (section 2.3).

export function splitTags(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ]
}

/** The string for the wire; a comma inside a tag splits it. */
export function joinTags(tags: readonly string[]): string {
  return splitTags(tags.join(',')).join(',')
}
