import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasDpkg, noDpkg } from './deb.ts'
import { makeDebian } from './debian.ts'
import { writeIcons } from './icons.ts'
import { metadataOf, pack, root } from './pack.ts'

/** The installers of each system, one try for each. */
export const installersOf: Partial<Record<NodeJS.Platform, string[][]>> = {
  linux: [['AppImage'], ['deb']],
  darwin: [['dmg', 'zip']],
  win32: [['nsis']],
}

export interface Installers {
  /** The packed app: a folder, or the bundle of macOS. */
  app: string
  made: string[]
  /** What could not be made, and why. */
  missing: Array<{ targets: string[]; cause: string }>
}

/** Packs the built desk with the runtime in a folder, and makes each group of installers of it that it can. `output` is emptied first. */
export async function makeInstallers(options: {
  runtime: string
  output: string
  environment: NodeJS.ProcessEnv
  wanted: string[][]
}): Promise<Installers> {
  const { runtime, output, environment, wanted } = options
  const icons = join(root, 'out/icons')
  writeIcons(icons)
  rmSync(output, { recursive: true, force: true })
  await pack({ runtime, output, environment })
  const app = packedApp(output)
  const result: Installers = { app, made: [], missing: [] }
  for (const targets of wanted) {
    try {
      if (targets.includes('deb')) {
        if (!hasDpkg(environment)) throw new Error(noDpkg)
        result.made.push(makeDebian({ app, icons, output, metadata: metadataOf(environment) }))
      } else result.made.push(...(await pack({ runtime, output, environment, installers: { of: app, targets } })))
    } catch (error) {
      result.missing.push({ targets, cause: causeOf(error) })
    }
  }
  return result
}

function packedApp(output: string): string {
  const folder = readdirSync(output, { withFileTypes: true }).find((entry) => entry.isDirectory())?.name
  if (folder === undefined) throw new Error('electron-builder left no app')
  const bundle = readdirSync(join(output, folder)).find((name) => name.endsWith('.app'))
  return join(output, folder, bundle ?? '')
}

/** The first line of an error. */
function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n').find((line) => line.trim() !== '') ?? 'no reason was given'
}
