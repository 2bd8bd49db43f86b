const unreleased = '## Unreleased\n'

/** The changelog with what was unreleased under the version and its day. Throws where nothing is. */
export function beginVersion(changelog: string, version: string, day: string): string {
  if (notesUnder(changelog, 'Unreleased') === '') throw new Error('CHANGELOG.md has nothing under Unreleased.')
  return changelog.replace(unreleased, () => `${unreleased}\n## ${version} - ${day}\n`)
}

/** What the changelog says of a version. Throws where it has no such section. */
export function notesOf(changelog: string, version: string): string {
  const notes = notesUnder(changelog, version)
  if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  return notes
}

function notesUnder(changelog: string, heading: string): string {
  const section = changelog.split(/^## /m).find((one) => /^\S+/.exec(one)?.[0] === heading)
  return section?.replace(/^.*\n/, '').trim() ?? ''
}
