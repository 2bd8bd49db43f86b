// The project's own texts, as they are written for its repository.
import changes from '../../../CHANGELOG.md?raw'
import meet from '../../../docs/meet-the-platform.md?raw'
import overlays from '../../../docs/overlays.md?raw'
import security from '../../../docs/security.md?raw'
import show from '../../../docs/show.md?raw'

export const guides = {
  show: { file: 'show', text: show },
  overlays: { file: 'overlays', text: overlays },
  meet: { file: 'meet-the-platform', text: meet },
  security: { file: 'security', text: security },
} as const
export type Guide = keyof typeof guides
export const guideNames = Object.keys(guides) as Guide[]

/** The guide that a link between the texts leads to. */
export function guideAt(address: string): Guide | undefined {
  const file = /([^/#]+)\.md(?:#.*)?$/.exec(address)?.[1]
  return guideNames.find((name) => guides[name].file === file)
}

const sections = 3

/** The newest sections of the list of changes. */
export function newest(text: string = changes): string {
  return text
    .split(/^(?=## )/m)
    .slice(1, 1 + sections)
    .join('')
}
