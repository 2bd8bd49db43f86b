// The Debian package of a packed app.
import { chmodSync, cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDeb } from './deb.ts'
import { iconSizes } from './icons.ts'
import { root, type Metadata } from './pack.ts'

/** What Chromium loads from the system. Newer Debians name some of them otherwise, for 64-bit time. */
const needed = [
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libcups2 | libcups2t64',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libsecret-1-0',
  'libxss1',
  'xdg-utils',
]

const desktopEntry = ({ productName }: Metadata): string => `[Desktop Entry]
Type=Application
Name=${productName}
GenericName=Broadcast desk
GenericName[es]=Mesa de emisión
Comment=One desk for a live broadcast
Comment[es]=Una sola mesa para una emisión en directo
Exec=/usr/bin/showdesk %U
Icon=showdesk
Terminal=false
Categories=AudioVideo;
MimeType=x-scheme-handler/showdesk;application/x-showdesk-profile;
StartupWMClass=showdesk
`

/** Only the names that the desk gives: files of other programs end in .jsonl too. */
const fileTypes = `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-showdesk-profile">
    <comment>Showdesk profile file</comment>
    <comment xml:lang="es">Archivo de perfil de Showdesk</comment>
    <glob pattern="showdesk-profile-*.jsonl"/>
  </mime-type>
</mime-info>
`

/** `app` is the packed folder, `icons` that of icons.ts. Answers the path of the package. */
export function makeDebian(options: { app: string; icons: string; output: string; metadata: Metadata }): string {
  const { app, icons, output, metadata } = options
  const made = join(output, `${metadata.productName}-${metadata.version}-linux-${process.arch}.deb`)
  makeDeb({
    name: metadata.name,
    metadata,
    summary: metadata.description.replace(/[.:].*$/, ''),
    depends: needed,
    output: made,
    fill(put) {
      put('opt/Showdesk', (to) => cpSync(app, to, { recursive: true }))
      put('usr/bin/showdesk', (to) => symlinkSync('/opt/Showdesk/showdesk', to))
      put('usr/share/applications/showdesk.desktop', (to) => writeFileSync(to, desktopEntry(metadata)))
      put('usr/share/mime/packages/showdesk.xml', (to) => writeFileSync(to, fileTypes))
      put('usr/share/doc/showdesk/copyright', (to) => cpSync(join(root, 'out/renderer/licences.txt'), to))
      for (const size of iconSizes)
        put(`usr/share/icons/hicolor/${size}x${size}/apps/showdesk.png`, (to) => cpSync(join(icons, `${size}.png`), to))
      put('usr/share/icons/hicolor/scalable/apps/showdesk.svg', (to) =>
        cpSync(join(import.meta.dirname, 'icon.svg'), to),
      )
    },
    settle(staged) {
      // For systems whose users may make no namespaces of their own.
      const sandbox = join(staged, 'opt/Showdesk/chrome-sandbox')
      if (existsSync(sandbox)) chmodSync(sandbox, 0o4755)
    },
  })
  return made
}
