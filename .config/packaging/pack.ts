// electron-builder with what the environment says of this build.
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, Platform, type Configuration } from 'electron-builder'

export const root = resolve(import.meta.dirname, '../..')

export interface Metadata {
  name: string
  productName: string
  version: string
  description: string
  homepage: string
  author: string
}

/** A workflow sets variables that it has no value for to nothing. */
export const said = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

/** package.json, with the address and the maintainer that the environment names. */
export function metadataOf(environment: NodeJS.ProcessEnv): Metadata {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Metadata
  return {
    ...own,
    homepage: said(environment.SHOWDESK_HOMEPAGE) ?? own.homepage,
    author: said(environment.SHOWDESK_MAINTAINER) ?? own.author,
  }
}

/** Where the app will look for new versions. Throws where others could change them on their way. */
export function feedOf(environment: NodeJS.ProcessEnv): string | undefined {
  const feed = said(environment.SHOWDESK_UPDATE_FEED)
  if (feed !== undefined && URL.parse(feed)?.protocol !== 'https:')
    throw new Error('SHOWDESK_UPDATE_FEED has to be an https address.')
  return feed
}

export interface PackOptions {
  /** The folder of Electron's runtime. */
  runtime: string
  output: string
  environment: NodeJS.ProcessEnv
  /** Installers to make of an app that is packed already; without them the app is packed. */
  installers?: { of: string; targets: string[] }
}

const platforms = { darwin: Platform.MAC, win32: Platform.WINDOWS, linux: Platform.LINUX }

/** The system that this runs on, as electron-builder names it. Throws where it makes nothing for it. */
function ownPlatform(): Platform {
  const platform = Object.entries(platforms).find(([name]) => name === process.platform)?.[1]
  if (platform === undefined) throw new Error(`There is no installer for ${process.platform}.`)
  return platform
}

/** Resolves with the paths of the installers. An app is left in a folder of `output` that electron-builder names. */
export function pack({ runtime, output, environment, installers }: PackOptions): Promise<string[]> {
  const { homepage, author } = metadataOf(environment)
  const feed = feedOf(environment)
  const config: Configuration = {
    electronDist: runtime,
    directories: { output },
    extraMetadata: { homepage, author },
    // What Electron shows where an app is missing. Nothing is signed yet.
    afterPack({ appOutDir, packager }) {
      rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
    },
    publish: feed === undefined ? null : { provider: 'generic', url: feed },
    mac: { notarize: said(environment.APPLE_ID) !== undefined },
  }
  return build({
    projectDir: root,
    publish: 'never',
    config,
    targets: ownPlatform().createTarget(installers?.targets ?? 'dir'),
    ...(installers !== undefined && { prepackaged: installers.of }),
  })
}
