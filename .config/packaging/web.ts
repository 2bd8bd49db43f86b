// The Debian package of the loopback desk: with a Node of its own, it serves the desk to the browser that is there.
import { cpSync, existsSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDeb } from './deb.ts'
import { root, type Metadata } from './pack.ts'

export const webPackage = 'showdesk-web'
const home = `usr/lib/${webPackage}`

const launcher = `#!/bin/sh
exec /${home}/node /${home}/out/main/host.js --open "$@"
`

const desktopEntry = `[Desktop Entry]
Type=Application
Name=Showdesk in the browser
Name[es]=Showdesk en el navegador
GenericName=Broadcast desk
GenericName[es]=Mesa de emisión
Comment=One desk for a live broadcast
Comment[es]=Una sola mesa para una emisión en directo
Exec=/usr/bin/${webPackage}
Icon=${webPackage}
Terminal=false
Categories=AudioVideo;
Actions=quit;

[Desktop Action quit]
Name=Quit Showdesk
Name[es]=Cerrar Showdesk
Exec=/usr/bin/${webPackage} --quit
`

/** What the build leaves outside of its bundles. Without keytar, which is optional, the other one is used. */
function nativeModules(): string[] {
  const scope = join(root, 'node_modules/@napi-rs')
  const keyring = readdirSync(scope).filter((name) => name.startsWith('keyring'))
  const keytar = existsSync(join(root, 'node_modules/keytar/build/Release/keytar.node'))
    ? ['keytar/package.json', 'keytar/lib', 'keytar/LICENSE.md', 'keytar/build/Release/keytar.node']
    : []
  return [...keyring.map((name) => `@napi-rs/${name}`), ...keytar]
}

/** Makes the package of what is built in `out`; answers its path. `compression` as in deb.ts. */
export function makeWebPackage(folder: string, metadata: Metadata, compression?: number): string {
  const output = join(folder, `${webPackage}-${metadata.version}-linux-${process.arch}.deb`)
  makeDeb({
    name: webPackage,
    metadata,
    summary: 'One desk for a live broadcast, in the browser',
    depends: ['libc6', 'libstdc++6', 'xdg-utils'],
    recommends: ['libsecret-1-0', 'chromium | www-browser'],
    output,
    ...(compression !== undefined && { compression }),
    fill(put) {
      put(`${home}/node`, (to) => cpSync(realpathSync(join(root, 'node_modules/node/bin/node')), to))
      put(`${home}/package.json`, (to) => writeFileSync(to, '{ "type": "module" }\n'))
      for (const part of ['main', 'renderer'])
        put(`${home}/out/${part}`, (to) =>
          cpSync(join(root, 'out', part), to, { recursive: true, filter: (from) => !/\.map$/.test(from) }),
        )
      for (const module of nativeModules())
        put(`${home}/node_modules/${module}`, (to) =>
          cpSync(join(root, 'node_modules', module), to, { recursive: true, dereference: true }),
        )
      put(`usr/bin/${webPackage}`, (to) => writeFileSync(to, launcher, { mode: 0o755 }))
      put(`usr/share/applications/${webPackage}.desktop`, (to) => writeFileSync(to, desktopEntry))
      put(`usr/share/icons/hicolor/scalable/apps/${webPackage}.svg`, (to) =>
        cpSync(join(import.meta.dirname, 'icon.svg'), to),
      )
      put(`usr/share/doc/${webPackage}/copyright`, (to) => cpSync(join(root, 'out/renderer/licences.txt'), to))
    },
  })
  return output
}
