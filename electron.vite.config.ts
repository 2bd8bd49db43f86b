import { resolve } from 'node:path'
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { build, type InlineConfig, type Plugin } from 'vite'
import { helpSite } from './.config/help-site.ts'
import { forOlderBrowsers } from './.config/older-browsers.ts'
import { collectLicences } from './.config/packaging/licences.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

/** V8's compile hint, which must be a file's first line: a view's code is compiled while it is fetched, not function by function once it is opened. */
const compiledWhole: Plugin = {
  name: 'compiled-whole',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && !file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** Streaming software embeds browsers that are years old. */
const olderBrowsers: Plugin = {
  name: 'older-browsers',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = forOlderBrowsers(String(file.source))
    },
  },
}

/** What the first view needs besides the page's entry, in one file: dozens of small ones compress badly. */
function firstView(): {
  plugin: Plugin
  group: { name: string; test: (id: string) => boolean; minShareCount: number }
} {
  const needed = new Set<string>()
  return {
    plugin: {
      name: 'first-view',
      buildEnd() {
        const visit = (id: string) => {
          if (needed.has(id)) return
          needed.add(id)
          this.getModuleInfo(id)?.importedIds.forEach(visit)
        }
        visit(at('renderer/views/live/LiveView.vue'))
      },
    },
    group: { name: 'first-view', test: (id) => needed.has(id), minShareCount: 2 },
  }
}
const first = firstView()
const licences = collectLicences(import.meta.dirname)

/** A slow machine is not worth a page of advice on plugins at somebody's first start. */
const checks = { bundlerTimings: false }

/** What the desk never uses of its libraries. */
const leftOut = {
  __VUE_OPTIONS_API__: false,
  __VUE_I18N_LEGACY_API__: false,
  __VUE_I18N_FULL_INSTALL__: false,
  __INTLIFY_PROD_DEVTOOLS__: false,
}

const screens = () => [
  vue(),
  ui({
    root: import.meta.dirname,
    autoImport: false,
    components: { dts: at('node_modules/.showdesk/components.d.ts') },
    colorMode: false,
    icon: {
      clientBundle: { scan: { globInclude: ['renderer/**/*.{vue,ts}'], globExclude: ['node_modules', 'out'] } },
    },
    experimental: { componentDetection: true },
  }),
]

/** A page with a bundle of its own beside the desk's: shared pieces would split the desk's first load into many files. */
const ownPage = (name: string, page: () => InlineConfig): Plugin => ({
  name: `own-page-${name}`,
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler() {
      const { build: options, ...config } = page()
      const built = await build({
        configFile: false,
        // Its address is /overlay/<kind> or /dock/<panel>.
        base: '/',
        logLevel: 'warn',
        ...config,
        plugins: [licences.seen(), ...(config.plugins ?? [])],
        build: { write: false, assetsDir: `assets/${name}`, ...options },
      })
      for (const { output } of [built].flat().filter((one) => 'output' in one))
        for (const file of output)
          this.emitFile({
            type: 'asset',
            fileName: file.fileName,
            source: file.type === 'chunk' ? file.code : file.source,
          })
    },
  },
})

/** Small, without the framework, and for older browsers still. */
const overlayPage = ownPage('overlay', () => ({
  root: at('renderer/air/overlay'),
  build: {
    target: 'chrome100',
    modulePreload: false,
    rolldownOptions: { input: at('renderer/air/overlay/overlay.html'), checks },
  },
}))

const dockPage = ownPage('dock', () => ({
  root: at('renderer'),
  define: leftOut,
  worker: { format: 'es', rolldownOptions: { checks } },
  plugins: [compiledWhole, olderBrowsers, ...screens()],
  build: { target: 'chrome103', minify: true, rolldownOptions: { input: at('renderer/dock.html'), checks } },
}))

export default defineConfig({
  main: {
    define: { __UPDATE_FEED__: JSON.stringify(process.env.SHOWDESK_UPDATE_FEED ?? '') },
    plugins: [licences.seen()],
    resolve: {
      alias: Object.fromEntries(
        ['htmlnano', 'undici', 'web-resource-inliner'].map((name) => [name, at('main/writing/mail/left-out.ts')]),
      ),
    },
    build: {
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: at('main/index.ts'),
          host: at('main/host.ts'),
          cli: at('main/cli.ts'),
          'large-worker': at('main/bridge/worker/worker.ts'),
          'mail-worker': at('main/writing/mail/worker.ts'),
        },
        external: ['keytar', '@napi-rs/keyring', /^@napi-rs\/keyring\//],
        checks,
      },
    },
  },
  preload: {
    plugins: [licences.seen()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
        checks,
      },
    },
  },
  renderer: {
    root: 'renderer',
    define: leftOut,
    // Modules, so that the worker loads its largest library only when it needs it.
    worker: { format: 'es', plugins: () => [licences.seen()], rolldownOptions: { checks } },
    plugins: [
      first.plugin,
      compiledWhole,
      olderBrowsers,
      overlayPage,
      dockPage,
      helpSite(import.meta.dirname),
      licences.written(),
      ...screens(),
    ],
    build: {
      target: 'chrome103',
      minify: true,
      outDir: at('out/renderer'),
      chunkSizeWarningLimit: 800,
      rolldownOptions: {
        input: at('renderer/index.html'),
        output: { codeSplitting: { groups: [first.group] } },
        checks,
      },
    },
  },
})
