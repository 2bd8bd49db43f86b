// A Debian package of files at their places. It needs no script of its own: Debian's triggers keep menus, icons and file
// types up to date.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Metadata } from './pack.ts'

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' }

/** Writes one file or folder of the package: `path` as it is once installed, without the first slash. */
export type Put = (path: string, write: (to: string) => void) => void

export interface Deb {
  name: string
  metadata: Metadata
  /** Its description in one line. */
  summary: string
  depends: readonly string[]
  recommends?: readonly string[]
  /** Writes what the package installs. */
  fill: (put: Put) => void
  /** Where modes differ from those that everything gets. */
  settle?: (staged: string) => void
  /** The file to make. */
  output: string
  /** Of xz, 0 to 9; 1 is six times as quick as what dpkg-deb chooses, and a fifth larger. */
  compression?: number
}

export const noDpkg = 'dpkg-deb is not there; it is part of Debian and Ubuntu'

export function hasDpkg(env: NodeJS.ProcessEnv): boolean {
  return spawnSync('dpkg-deb', ['--version'], { env }).status === 0
}

/** Throws where there is no dpkg-deb. */
export function makeDeb({ fill, settle, output, compression = 6, ...about }: Deb): void {
  const staged = mkdtempSync(join(tmpdir(), 'showdesk-deb-'))
  const put: Put = (path, write) => {
    const to = join(staged, path)
    mkdirSync(dirname(to), { recursive: true })
    write(to)
  }
  try {
    chmodSync(staged, 0o755)
    fill(put)
    put('DEBIAN/control', (to) => writeFileSync(to, control(about, Math.ceil(bytesIn(staged) / 1_024))))
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', staged])
    settle?.(staged)
    mkdirSync(dirname(output), { recursive: true })
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', `-z${compression}`, '--build', staged, output], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

function control(
  { name, metadata, summary, depends, recommends = [] }: Omit<Deb, 'fill' | 'settle' | 'output' | 'compression'>,
  kibibytes: number,
): string {
  const { version, author, homepage, description } = metadata
  return `Package: ${name}
Version: ${version.replaceAll('-', '~')}
Architecture: ${architectures[process.arch] ?? process.arch}
Maintainer: ${author}
Homepage: ${homepage}
Section: video
Priority: optional
Installed-Size: ${kibibytes}
Depends: ${depends.join(', ')}
${recommends.length > 0 ? `Recommends: ${recommends.join(', ')}\n` : ''}Description: ${summary}
 ${description}
`
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
