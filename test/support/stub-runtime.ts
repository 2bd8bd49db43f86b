// What electron-builder needs of a runtime to pack an app; nothing of it can run. Electron's own is not part of the tests.
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'

/** In Electron's executable the fuses stand behind this text, after their version and number. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const version = 1
/** As Electron is delivered: 1 is on, 0 is off. */
const delivered = '101110001'

/** Below `parent`; answers its folder. */
export async function makeStubRuntime(parent: string): Promise<string> {
  const folder = mkdtempSync(join(parent, 'runtime-'))
  const empty = mkdtempSync(join(parent, 'empty-'))
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(empty, 'package.json'), '{}')
  await createPackage(empty, join(folder, 'resources/default_app.asar'))
  writeFileSync(
    join(folder, 'electron'),
    Buffer.concat([
      Buffer.from(`#!/bin/sh\nexit 0\n${sentinel}`),
      Buffer.from([version, delivered.length]),
      Buffer.from(delivered),
    ]),
  )
  writeFileSync(join(folder, 'chrome-sandbox'), '')
  for (const name of ['electron', 'chrome-sandbox']) chmodSync(join(folder, name), 0o755)
  writeFileSync(join(folder, 'LICENSE'), 'The licence of the runtime.\n')
  writeFileSync(join(folder, 'LICENSES.chromium.html'), 'The licences of Chromium.\n')
  return folder
}
