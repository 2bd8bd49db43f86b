// `npm run gallery`: every view in each of its states, without a backend and with reload. Ends with Ctrl+C.
import { runnerImport } from 'vite'
import { servePage } from '../../main/hosts/launch/dev-page.ts'
import { at, root } from '../../main/hosts/launch/places.ts'
import { serveGallery } from './server.ts'
import type * as Views from './views.ts'

const { module } = await runnerImport<typeof Views>(at('test/gallery/views.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
})
const gallery = await serveGallery(at('out/renderer'), module.galleryViews)
const page = await servePage(new URL(gallery.url).origin, ['/bridge', '/gallery'])
process.stdout.write(`The gallery is at ${new URL('/gallery', page.address).href}\n`)
