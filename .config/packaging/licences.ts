// The licences of what the desk is made of, by the modules that its bundles really contain.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** In the bundles without being modules of them: style sheets, a typeface, icons and data. */
const asData = ['tailwindcss', '@fontsource-variable/inter', '@iconify-json/lucide', 'caniemail']
/** Shipped beside the bundles, where they are installed. */
const unbundled = ['@napi-rs/keyring', 'keytar']

export interface Licence {
  name: string
  version: string
  /** As the package declares it. */
  licence: string
  /** Its own files on it; empty where it has none. */
  text: string
}

interface PackageFile {
  name: string
  version?: string
  license?: string | { type: string }
  licenses?: Array<{ type: string }>
}

const licenceFile = /^(licen[cs]e|copying|notice)/i

/** The folder of the package that a module is from; undefined for the desk's own. */
function packageFolder(id: string): string | undefined {
  const path = id.replaceAll('\\', '/')
  const start = path.lastIndexOf('/node_modules/')
  if (start === -1) return undefined
  const [first = '', second = ''] = path.slice(start + '/node_modules/'.length).split('/')
  if (first.startsWith('.')) return undefined
  const folder = `${path.slice(path.search(/[^\0]/), start)}/node_modules/${first}${first.startsWith('@') ? `/${second}` : ''}`
  return existsSync(join(folder, 'package.json')) ? folder : undefined
}

function readLicence(folder: string): Licence {
  const { name, version = '', license, licenses } = readPackage(folder)
  const declared =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => entry.name)
    .toSorted()
  return {
    name,
    version,
    licence: declared ?? 'not declared',
    text: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n'),
  }
}

const readPackage = (folder: string): PackageFile =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile

/** One entry for each name and version, in the order of names. */
function licencesOf(folders: Iterable<string>): Licence[] {
  const found = new Map(
    Array.from(folders, readLicence).map((licence) => [`${licence.name}@${licence.version}`, licence]),
  )
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const packagesHash = (root: string): string =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16)

const asText = (root: string, licences: readonly Licence[]): string =>
  [
    `Showdesk\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`,
    'Electron and Chromium\n\nThe desktop app runs on Electron, whose own licences come with it: LICENSE.electron.txt and LICENSES.chromium.html.',
    ...licences.map(
      ({ name, version, licence, text }) =>
        `${name} ${version}\nLicence: ${licence}\n\n${text === '' ? 'This package comes without a text of its licence.' : text}`,
    ),
  ].join(`\n\n${'-'.repeat(80)}\n\n`)

/** The module that the page shows, and the word in it that the build replaces. */
const shown = 'renderer/views/settings/model/licences.ts'
const placeholder = '__LICENCES__'

/** `root` is the project's folder. */
export function collectLicences(root: string) {
  const folders = new Set<string>()
  const see = (modules: Readonly<Record<string, { renderedLength: number }>>) => {
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const folder = renderedLength > 0 ? packageFolder(id) : undefined
      if (folder !== undefined) folders.add(folder)
    }
  }
  const all = () =>
    licencesOf([
      ...folders,
      ...[...asData, ...unbundled, 'electron']
        .map((name) => join(root, 'node_modules', name))
        .filter((folder) => existsSync(folder)),
    ])

  /** For a bundle beside the page's: it is seen, and nothing is written. */
  const seen = (): Plugin => ({
    name: 'licences-seen',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') see(file.modules)
    },
  })

  /** For the page's bundle, which is the last: writes `licences.txt` and the module that the page shows. */
  const written = (): Plugin => ({
    name: 'licences-written',
    // The file's name has a hash of its content before the text is in it, so that it follows the packages by this.
    transform: (code, id) =>
      id.replaceAll('\\', '/').endsWith(shown)
        ? code.replace(placeholder, `${placeholder}${packagesHash(root)}`)
        : undefined,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') see(file.modules)
        const text = asText(root, all())
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: text })
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.code.includes(placeholder))
            file.code = file.code.replace(/(["'`])__LICENCES__\w*\1/, () => JSON.stringify(text))
      },
    },
  })
  return { seen, written }
}
