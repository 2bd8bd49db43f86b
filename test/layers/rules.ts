import { dirname, relative } from 'node:path/posix'
import type { IForbiddenRuleType } from 'dependency-cruiser'

/**
 * A rule of docs/architecture.md, "Who may import whom": what may not be imported from where, and a sentence for
 * whoever does.
 */
export interface LayerRule {
  name: string
  sentence: string
  from: string
  fromNot?: string
  to: string
  toNot?: string
  typesAllowed?: boolean
  /** Only an import that leads back to the file itself. */
  circular?: true
  /** A file that breaks it, for the test of the rule itself. */
  breach: { file: string; imports: string }
}

const electronHomes = '^(main/hosts/electron/|main/index\\.ts$|preload/index\\.ts$)'

/** The parts of main, room by room and the lowest first: each may import those before it, and none after it. */
const mainOrder = [
  ['core/ports.ts', 'core/log.ts', 'core/worker-url.ts', 'core/events.ts', 'core/announce.ts'],
  ['core/json'],
  ['core/fetch'],
  ['core/storage'],
  ['core/keychain'],
  ['core/access', 'core/types.ts'],
  ['core/profile'],
  ['platform/catalog', 'platform/client', 'platform/export', 'platform/whole-list.ts'],
  ['platform/rehearsal'],
  ['platform/environments'],
  ['platform/ledger'],
  ['platform/pictures'],
  ['platform/requests'],
  ['platform/learned'],
  ['platform/history'],
  ['platform/account'],
  ['writing/revisions'],
  ['writing/drafts'],
  ['writing/mail'],
  ['air/live'],
  ['air/overlays'],
  ['air/monitor'],
  ['air/show'],
  ['air/encoder'],
  ['air/commands'],
  ['air/firing'],
  ['air/alarms'],
  ['air/rundown'],
  ['maintenance'],
  ['bridge/worker'],
  ['compose/requests.ts', 'compose/commands.ts', 'compose/rundowns.ts', 'compose/maintenance.ts'],
  ['bridge'],
  ['app.ts', 'compose'],
  ['hosts/web', 'hosts/launch', 'hosts/uncaught.ts', 'hosts/heap.ts'],
  ['hosts/loopback'],
  ['hosts/cli'],
  ['hosts/electron'],
  ['host.ts', 'index.ts', 'cli.ts'],
]

/** The rooms of the page, the lowest first. */
const pageOrder = [
  ['kit/bridge', 'kit/base', 'kit/i18n.ts'],
  ['kit/stores'],
  ['kit/composables'],
  ['kit/components'],
  ['kit/older-browsers'],
  ['writing'],
  ['records'],
  ['air'],
  ['frame', 'views'],
  ['router.ts', 'stores.ts', 'main.ts', 'App.vue'],
]

const isFile = (part: string): boolean => /\.(ts|vue)$/.test(part)
const relativeTo = (file: string, target: string): string => {
  const path = relative(dirname(file), target)
  return path.startsWith('.') ? path : `./${path}`
}

/** One rule for each place of an order: what stands there imports nothing that comes after it. */
function orderRules(side: string, order: readonly string[][]): LayerRule[] {
  /** A folder without what stands in the order by itself. */
  const patternOf = (part: string): string => {
    if (isFile(part)) return `${part.replace('.', '\\.')}$`
    const own = order.flat().filter((other) => other.startsWith(`${part}/`))
    const names = own.map((other) => other.slice(part.length + 1).replace('.', '\\.'))
    return names.length === 0 ? `${part}/` : `${part}/(?!(?:${names.join('|')})(?:/|$))`
  }
  const pathsOf = (parts: readonly string[]): string => `^${side}/(${parts.map(patternOf).join('|')})`
  return order.slice(0, -1).map((parts, place) => {
    const [part = ''] = parts
    const [next = ''] = order[place + 1] ?? []
    const file = isFile(part) ? `${side}/${part}` : `${side}/${part}/above.ts`
    return {
      name: `${side}-below-${next.replace(/\.(ts|vue)$/, '').replace('/', '-')}`,
      sentence: `Inside ${side} the order of test/layers/rules.ts holds: a part imports only those that stand before it.`,
      from: pathsOf(parts),
      to: pathsOf(order.slice(place + 1).flat()),
      breach: { file, imports: relativeTo(file, isFile(next) ? `${side}/${next}` : `${side}/${next}/target.ts`) },
    }
  })
}

export const layerRules: LayerRule[] = [
  {
    name: 'no-circles',
    sentence: 'No file imports itself by way of others, types included: what both need moves below both.',
    from: '^(main|preload|renderer)/',
    to: '^(main|preload|renderer)/',
    circular: true,
    breach: { file: 'main/circle/x.ts', imports: './y.ts' },
  },
  ...orderRules('main', mainOrder),
  ...orderRules('renderer', pageOrder),
  {
    name: 'contract-is-pure',
    sentence: 'preload/contract imports only zod: it is the boundary itself, shared by both sides.',
    from: '^preload/contract/',
    to: '.',
    toNot: '^preload/contract/|(^|/)node_modules/zod/',
    breach: { file: 'preload/contract/x.ts', imports: 'node:fs' },
  },
  {
    name: 'main-not-renderer',
    sentence: 'main never imports renderer: they meet in preload/contract.',
    from: '^main/',
    to: '^(renderer/|preload/index)',
    breach: { file: 'main/x.ts', imports: '../renderer/target.ts' },
  },
  {
    name: 'renderer-not-main',
    sentence: 'renderer never imports main, save types of the catalog: ask the bridge.',
    from: '^renderer/',
    to: '^main/',
    toNot: '^main/platform/catalog/',
    breach: { file: 'renderer/x.ts', imports: '../main/target.ts' },
  },
  {
    name: 'renderer-types-of-catalog-only',
    sentence: 'renderer may import types of the catalog, never its code: catalog.list brings the entries.',
    from: '^renderer/',
    to: '^main/platform/catalog/',
    typesAllowed: true,
    breach: { file: 'renderer/y.ts', imports: '../main/platform/catalog/target.ts' },
  },
  {
    name: 'renderer-not-node',
    sentence: 'renderer runs in a page: nothing of Node is there.',
    from: '^renderer/',
    to: '^(node:)?(fs|path|os|child_process|crypto|net|http|https|module|worker_threads)(/|$)',
    breach: { file: 'renderer/z.ts', imports: 'node:fs' },
  },
  {
    name: 'electron-at-home',
    sentence: 'Only main/electron, main/index.ts and preload/index.ts import electron: the backend is plain Node.',
    from: '^(main|preload|renderer)/',
    fromNot: electronHomes,
    to: '^electron$|(^|/)node_modules/electron/',
    breach: { file: 'main/bridge/x.ts', imports: 'electron' },
  },
  {
    name: 'keytar-at-home',
    sentence: 'Only main/core/keychain/keytar.ts imports keytar: everything else uses the Keychain port.',
    from: '^(main|preload|renderer)/',
    fromNot: '^main/core/keychain/keytar\\.ts$',
    to: '^keytar$|(^|/)node_modules/keytar/',
    breach: { file: 'main/core/keychain/x.ts', imports: 'keytar' },
  },
  {
    name: 'axios-at-home',
    sentence: 'Only main/platform/client imports axios: an axios error never leaves that folder.',
    from: '^(main|preload|renderer)/',
    fromNot: '^main/platform/client/',
    to: '^axios$|(^|/)node_modules/axios/',
    breach: { file: 'main/platform/ledger/x.ts', imports: 'axios' },
  },
  {
    name: 'obs-at-home',
    sentence: 'Only main/air/encoder imports obs-websocket-js: everything else knows the state of streaming software.',
    from: '^(main|preload|renderer)/',
    fromNot: '^main/air/encoder/',
    to: '^obs-websocket-js(/|$)|(^|/)node_modules/obs-websocket-js/',
    breach: { file: 'main/platform/ledger/z.ts', imports: 'obs-websocket-js' },
  },
  {
    name: 'sqlite-at-home',
    sentence: 'Only main/core/storage imports node:sqlite: everything else uses ProfileDatabase.',
    from: '^(main|preload|renderer)/',
    fromNot: '^main/core/storage/',
    to: '^(node:)?sqlite$',
    breach: { file: 'main/platform/ledger/y.ts', imports: 'node:sqlite' },
  },
  {
    name: 'views-use-stores',
    sentence: 'Views call stores and composables; those call the bridge.',
    from: '^renderer/views/',
    to: '^renderer/kit/bridge/',
    breach: { file: 'renderer/views/a/x.ts', imports: '../../kit/bridge/target.ts' },
  },
  {
    name: 'components-are-dumb',
    sentence: 'Components import neither stores nor the bridge: what they show comes in as props.',
    from: '^renderer/kit/components/',
    to: '^renderer/kit/(stores|bridge)/',
    breach: { file: 'renderer/kit/components/x.ts', imports: '../stores/target.ts' },
  },
  {
    name: 'answers-are-pure',
    sentence:
      'preload/answers imports only the contract: what an answer means is computed, never fetched, kept or shown there.',
    from: '^preload/answers/',
    to: '.',
    toNot: '^preload/(answers|contract)/',
    breach: { file: 'preload/answers/x.ts', imports: 'node:fs' },
  },
  {
    name: 'docks-stay-small',
    sentence: 'A dock imports nothing of views and the frame: what it shares with the live desk is in renderer/air.',
    from: '^renderer/air/dock/',
    to: '^renderer/(frame|records/(products|account)|air/stage|views)/',
    breach: { file: 'renderer/air/dock/x.ts', imports: '../../frame/target.ts' },
  },
  {
    name: 'views-stay-apart',
    sentence: 'A view never imports another view: what two share moves to components or composables.',
    from: '^renderer/views/([^/]+)/',
    to: '^renderer/views/[^/]+/',
    toNot: '^renderer/views/$1/',
    breach: { file: 'renderer/views/a/y.ts', imports: '../b/target.ts' },
  },
]

/** As dependency-cruiser reads it. */
export function toCruiserRule(rule: LayerRule): IForbiddenRuleType {
  return {
    name: rule.name,
    severity: 'error',
    comment: rule.sentence,
    from: { path: rule.from, ...(rule.fromNot === undefined ? {} : { pathNot: rule.fromNot }) },
    to: {
      path: rule.to,
      ...(rule.toNot === undefined ? {} : { pathNot: rule.toNot }),
      ...(rule.circular === true ? { circular: true } : {}),
      ...(rule.typesAllowed === true ? { dependencyTypesNot: ['type-only'] } : {}),
    },
  }
}
