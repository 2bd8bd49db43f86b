// Transfers, a profile file and a log for screens. A file whose text holds `damaged` is refused as a damaged one is.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import type { ChangePreview, Changes, LogLine, Transfer } from '#contract/maintenance.ts'
import { DeskError } from '#contract/errors.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> }

const start = Date.UTC(2026, 10, 21, 19, 14, 5)

const changes = (added: number, changed: number, same: number, names: string[]): Changes => ({
  added,
  changed,
  removed: 0,
  same,
  examples: names.map((name, index) => ({ name, change: index < added ? 'added' : 'changed' })),
})

const samplePreview: ChangePreview = {
  kinds: {
    rundowns: changes(1, 0, 0, ['Night show']),
    drafts: changes(14, 2, 31, [
      'Night show',
      'Morning session',
      'Newsletter of the week, with a title that is longer than a narrow screen',
      'Thanks for coming',
    ]),
    profiles: changes(1, 0, 2, ['Main stage']),
    settings: changes(0, 1, 3, ['Addresses of the environments']),
    activity: changes(120, 0, 0, [
      'PUT /api/video/event/update, 2026-11-20T19:14:05.000Z',
      'POST /api/marketing/template/create, 2026-11-20T18:02:11.000Z',
    ]),
  },
  warnings: [
    'Production moves from https://old.example.org to https://platform.example.org/base. Credentials and secrets that are saved on this desk go there only after you confirm the address by name in Settings, Environments.',
    'Secrets never leave a keychain. Enter them again here: profile "Main stage": apiKey, streamKey; draft "Night show": body.options.streamKey.',
    '2 waiting requests come in held: each leaves only when you let it go. Let it go on one desk only.',
  ],
}

const messages: Array<Pick<LogLine, 'level' | 'message' | 'fields'>> = [
  { level: 'info', message: 'The platform answers again.', fields: { environment: 'rehearsal', afterMs: 4_210 } },
  {
    level: 'warn',
    message: "The platform can't be reached; writes wait.",
    fields: { environment: 'rehearsal', reason: 'connect ECONNREFUSED 127.0.0.1:40123' },
  },
  {
    level: 'error',
    message: 'drafts.save failed',
    fields: { detail: 'Error: a fault of the desk\n    at save (main/writing/drafts/index.ts:40:11)' },
  },
  { level: 'info', message: 'Profile backed up.', fields: { label: 'daily', bytes: 4_194_304 } },
  { level: 'debug', message: 'Probe answered.', fields: { status: 200, durationMs: 12 } },
]

/** Line number `index`, the newest first. */
const sampleLine = (index: number): LogLine => ({
  at: new Date(start - index * 7_000).toISOString(),
  ...(messages[index % messages.length] ?? { level: 'info', message: 'The desk opened.' }),
})

export function sampleCare(): Handlers {
  const files = new Map<string, { name: string; text: string }>()
  let count = 0
  const levels = ['debug', 'info', 'warn', 'error']
  const file = (id: string) => {
    const found = files.get(id)
    if (!found) throw new DeskError('not_found_here', 'This file is not on its way any more.')
    return found
  }
  const described = (id: string): Transfer => ({
    id,
    name: file(id).name,
    bytes: new TextEncoder().encode(file(id).text).length,
  })
  const made = (name: string, text: string): Transfer => {
    const id = `transfer-${(count += 1)}`
    files.set(id, { name, text })
    return described(id)
  }
  return {
    'transfers.begin': ({ name }) => made(name, ''),
    'transfers.append': ({ id, offset, text }) => {
      if (offset !== described(id).bytes) throw new DeskError('invalid_input', 'A piece is missing.')
      file(id).text += text
      return described(id)
    },
    'transfers.read': ({ id, offset }) => {
      const rest = file(id).text.slice(offset)
      return { text: rest.slice(0, 1_000), ...(rest.length > 1_000 ? { next: offset + 1_000 } : {}) }
    },
    'transfers.end': ({ id }) => {
      files.delete(id)
      return {}
    },
    'profile.export': () =>
      made('showdesk-profile-2026-11-21.jsonl', `{"format":"showdesk-profile","version":1}\n${'x'.repeat(2_500)}\n`),
    'profile.preview': ({ transfer }) => {
      if (file(transfer).text.includes('damaged')) {
        throw new DeskError('invalid_input', 'The file is damaged at line 214: it is not JSON.', {
          facts: { reason: 'file_damaged', place: 'line 214' },
          fields: [{ path: 'line 214', message: 'it is not JSON', reason: 'not_json' }],
        })
      }
      return samplePreview
    },
    'profile.import': ({ transfer, kinds }) => {
      file(transfer)
      const none = changes(0, 0, 0, [])
      return {
        ...samplePreview,
        kinds: {
          drafts: none,
          rundowns: none,
          profiles: none,
          settings: none,
          activity: none,
          ...Object.fromEntries(kinds.map((kind) => [kind, samplePreview.kinds[kind]])),
        },
      }
    },
    'diagnostics.log': ({ limit, level, query }) => ({
      folder: '/home/crew/.config/showdesk/logs',
      lines: Array.from({ length: 3_000 }, (_, index) => sampleLine(index))
        .filter(
          (line) =>
            levels.indexOf(line.level) >= levels.indexOf(level ?? 'debug') &&
            JSON.stringify(line)
              .toLowerCase()
              .includes((query ?? '').toLowerCase()),
        )
        .slice(0, limit),
    }),
    'diagnostics.export': () => made('showdesk-diagnostics-2026-11-21.json', '{}\n'),
  }
}
