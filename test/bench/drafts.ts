// What drafting costs compared with its parts: a save with a bare durable insert of the same bytes, a search with the
// bare full-text query, a list of 10,000 drafts with one of 100. The backend runs in this process, as in Electron.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import { createApp } from '../../main/app.ts'
import type { App } from '../../main/core/types.ts'
import { createMemoryKeychain } from '../../main/core/keychain/memory.ts'
import { systemClock } from '../../main/core/ports.ts'
import { compare, median, type Verdict } from './measure.ts'

const operation = 'POST /api/marketing/template/create'
const textBytes = 30 * 1024
const saves = { rounds: 31, count: 20, warmUp: 100 }
const words =
  'evening show guest studio music camera light question answer vote winner sponsor thank ticket morning rehearsal stream channel break return letter'.split(
    ' ',
  )

/** Text with a few frequent and many rare words, as in a language. */
export function prose(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 1
  const parts: string[] = []
  for (let size = 0; size < length;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const word = state % 3 === 0 ? `word${(state >>> 8) % 20_000}` : (words[(state >>> 8) % words.length] ?? '')
    parts.push(word)
    size += word.length + 1
  }
  return parts.join(' ').slice(0, length)
}

const bodyOf = (seed: number, text = prose(seed, textBytes)) => ({
  name: `Template ${seed}`,
  subject: `Subject ${seed}`,
  htmlContent: `<p>${text}</p>`,
  textContent: '',
})

interface Bench {
  app: App
  profile: string
  call<M extends BridgeMethod>(method: M, params: BridgeInput<M>): Promise<BridgeOutput<M>>
  end(): Promise<void>
}

async function openBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-bench-'))
  const profile = join(folder, 'profile')
  const log = { write: () => undefined }
  const app = await createApp(
    {
      host: 'loopback',
      profile,
      keychain: createMemoryKeychain({ clock: systemClock, log }),
      clock: systemClock,
      log,
      shell: { openExternal: () => Promise.resolve() },
    },
    { version: '0.0.0' },
  )
  // A stored secret, for which every text is searched.
  await app.bridge.call('credentials.save', {
    environment: 'production',
    credential: 'apiKey',
    value: 'bench-api-key-4711-AbC',
  })
  return {
    app,
    profile,
    async call(method, params) {
      const answer = await app.bridge.call(method, params)
      if (!answer.ok) throw DeskError.fromShape(answer.error)
      return answer.data as BridgeOutput<typeof method>
    },
    async end() {
      await app.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function fill(bench: Bench, count: number): Promise<void> {
  for (let seed = 0; seed < count; seed += 1)
    await bench.call('drafts.save', {
      id: `draft-${seed}`,
      operation,
      title: `Template ${seed}`,
      body: bodyOf(seed),
      tags: [`tag${seed % 7}`],
    })
}

/** Types into one draft: each save is a new revision of 30 KB. The bodies are there beforehand, parsed as they come over a wire, like the text of the bare insert. */
function saver(bench: Bench, id: string): (count: number) => Promise<void> {
  const text = prose(1, textBytes)
  const bodies = Array.from(
    { length: saves.warmUp + saves.rounds * saves.count },
    (_, typed) => JSON.parse(JSON.stringify(bodyOf(1, `${typed} ${text}`))) as unknown,
  )
  let revision = 0
  return async (count) => {
    for (let done = 0; done < count; done += 1) {
      if (revision === 0) revision = (await bench.call('drafts.get', { id })).revision
      const saved = await bench.call('drafts.save', {
        id,
        baseRevision: revision,
        operation,
        title: 'Template',
        body: bodies.pop(),
      })
      revision = saved.revision
    }
  }
}

async function percentile(runs: number, work: (turn: number) => unknown): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < runs; turn += 1) {
    const start = performance.now()
    await work(turn)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(runs * 0.95)] ?? Number.NaN
}

export async function benchDrafts(): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-bench-'))
  const bare = new DatabaseSync(join(folder, 'bare.db'))
  bare.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  )
  const insert = bare.prepare('INSERT INTO t (text) VALUES (?)')
  const text = JSON.stringify(bodyOf(1, `1 ${prose(1, textBytes)}`))

  const few = await openBench()
  const many = await openBench()
  try {
    await fill(few, 100)
    await fill(many, 10_000)
    // Everything is indexed before it is measured.
    for (const bench of [few, many]) await indexed(bench)
    const autosaves = await compare(
      [
        {
          name: 'bare',
          run: async (count) => {
            for (let done = 0; done < count; done += 1) insert.run(text)
          },
        },
        { name: 'few', run: saver(few, 'draft-1') },
        { name: 'many', run: saver(many, 'draft-1') },
      ],
      saves,
    )
    const lists = await compare(
      [few, many].map((bench, at) => ({
        name: at === 0 ? 'few' : 'many',
        run: async (count: number) => {
          for (let done = 0; done < count; done += 1) await bench.call('drafts.list', { limit: 50 })
        },
      })),
      { rounds: 31, count: 20, warmUp: 50 },
    )
    await indexed(many)
    const query = (turn: number) => words[turn % words.length] ?? ''
    const index = new DatabaseSync(join(many.profile, 'showdesk.db'), { readOnly: true })
    const table = String(
      index.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'").get()?.name,
    )
    const match = index.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rank LIMIT 50`)
    const rounds: number[] = []
    let note = ''
    for (let round = 0; round < 5; round += 1) {
      const plain = await percentile(60, (turn) => match.all(`"${query(turn)}"*`))
      const searched = await percentile(60, (turn) => many.call('drafts.list', { query: query(turn), limit: 50 }))
      rounds.push(searched / plain)
      note = `p95 ${searched.toFixed(2)} ms against ${plain.toFixed(2)} ms`
    }
    index.close()
    return [
      {
        name: 'autosave of 30 KB, acknowledged / bare durable insert',
        ratio: autosaves.ratio('few', 'bare'),
        bound: 1.8,
        keep: 'at most',
        note: `${autosaves.ms('few').toFixed(3)} ms against ${autosaves.ms('bare').toFixed(3)} ms`,
      },
      {
        name: 'autosave among 10,000 drafts / among 100',
        ratio: autosaves.ratio('many', 'few'),
        bound: 1.2,
        keep: 'at most',
        note: `${autosaves.ms('many').toFixed(3)} ms against ${autosaves.ms('few').toFixed(3)} ms`,
      },
      {
        name: 'first page of 10,000 drafts / of 100',
        ratio: lists.ratio('many', 'few'),
        bound: 1.2,
        keep: 'at most',
        note: `${lists.ms('many').toFixed(3)} ms against ${lists.ms('few').toFixed(3)} ms`,
      },
      {
        name: 'search in 10,000 drafts of 30 KB / bare FTS5 query',
        ratio: median(rounds),
        bound: 2,
        keep: 'at most',
        note,
      },
    ]
  } finally {
    await few.end()
    await many.end()
    bare.close()
    rmSync(folder, { recursive: true })
  }
}

/** Waits until the search knows every draft. */
async function indexed(bench: Bench): Promise<void> {
  for (;;) {
    const database = new DatabaseSync(join(bench.profile, 'showdesk.db'), { readOnly: true })
    const dirty = Number(database.prepare('SELECT count(*) AS n FROM drafts WHERE indexed < revision').get()?.n)
    database.close()
    if (dirty === 0) return
    await new Promise((done) => setTimeout(done, 200))
  }
}
