import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** Of the journeys, those that `npm test` takes: a show, a publication with its secrets, the stage, and a page of somebody else. */
const smoke = ['show', 'publishing', 'stage', 'foreign-page'].map((name) => `test/e2e/${name}.test.ts`)
const root = resolve(import.meta.dirname, '..')
/** What is polled for comes as soon as it can; a busy machine only takes longer. */
const patient = { poll: { timeout: 30_000 } }

/** Whether memory has room for the folders of all tests. */
function memoryIsFree(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * 1024 ** 3
  } catch {
    return false
  }
}

// Profiles that are written to memory cost half the time. What a disk does when it is full or can't be written is tested on mounts of its own.
const memory = '/dev/shm'
if (process.env.TMPDIR === undefined && memoryIsFree()) {
  const folder = mkdtempSync(join(memory, 'showdesk-'))
  // Open to every user, as the system's own folder is: some desks run as another.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

export default defineConfig({
  root,
  test: {
    root,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          expect: patient,
          isolate: false,
          environment: 'node',
          include: ['test/{main,preload,layers,contract,renderer,docs}/**/*.test.ts'],
          exclude: ['dom', 'service', 'built', 'long'].map((kind) => `test/**/*.${kind}.test.ts`),
        },
      },
      // As `unit`, for what takes long.
      {
        root,
        test: {
          name: 'slow',
          expect: patient,
          environment: 'node',
          include: ['test/{main,contract}/**/*.long.test.ts'],
        },
      },
      {
        root,
        plugins: [vue(), ui({ root, autoImport: false, components: { dts: false }, dts: false, colorMode: false })],
        test: {
          name: 'dom',
          expect: patient,
          isolate: false,
          environment: 'happy-dom',
          // Frames stay empty and files count as loaded: nothing leaves the page, and nothing is told of it.
          environmentOptions: {
            happyDOM: {
              settings: {
                enableIframePageLoading: true,
                navigation: { disableChildFrameNavigation: true },
                handleDisabledFileLoadingAsSuccess: true,
              },
            },
          },
          setupFiles: ['test/renderer/support/shared-window.ts'],
          include: ['test/renderer/**/*.dom.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'service',
          expect: patient,
          sequence: { groupOrder: 2 },
          environment: 'node',
          include: ['test/main/**/*.service.test.ts'],
          fileParallelism: false,
        },
      },
      {
        root,
        test: {
          name: 'built',
          expect: patient,
          sequence: { groupOrder: 1 },
          environment: 'node',
          setupFiles: ['test/support/own-keyring.ts'],
          include: ['test/**/*.built.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          name: 'soak',
          expect: patient,
          sequence: { groupOrder: 3 },
          environment: 'node',
          include: ['test/soak/*.soak.test.ts'],
          fileParallelism: false,
          testTimeout: 3_600_000,
          hookTimeout: 60_000,
        },
      },
      // The same journeys in the app: on the stand-in with real pages, and in Electron where its runtime is.
      ...(['shell', 'electron'] as const).map((name) => ({
        root,
        test: {
          name,
          expect: patient,
          sequence: { groupOrder: 1 },
          environment: 'node' as const,
          env: { SHOWDESK_TEST_HOST: name },
          setupFiles: ['test/support/own-keyring.ts'],
          include: [
            ...['publishing', 'drafts', 'show', 'templates.long', 'hostile-answers.long'].map(
              (journey) => `test/e2e/${journey}.test.ts`,
            ),
            ...(name === 'shell' ? ['test/e2e/shell/*.test.ts'] : []),
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      })),
      ...(['smoke', 'e2e', 'long'] as const).map((name) => ({
        root,
        test: {
          name,
          expect: patient,
          sequence: { groupOrder: name === 'smoke' ? 0 : 1 },
          environment: 'node' as const,
          setupFiles: ['test/support/own-keyring.ts'],
          include: {
            smoke,
            e2e: ['test/e2e/*.test.ts', 'test/e2e/air/*.test.ts'],
            long: ['test/e2e/*.long.test.ts'],
          }[name],
          exclude: name === 'e2e' ? [...smoke, 'test/e2e/*.long.test.ts'] : [],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      })),
    ],
  },
})
