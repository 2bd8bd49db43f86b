// Tags are chips on screen and one comma-separated string on the wire (section 2.3).

/** The tags in a string: trimmed, none empty, none twice. */
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

/** The string for the wire. A comma inside a tag separates it, since the wire could not tell them apart. */
export function joinTags(tags: readonly string[]): string {
  return splitTags(tags.join(',')).join(',')
}
