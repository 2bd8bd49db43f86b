import { expect, test } from 'vitest'
import { z } from 'zod'
import { bridgeMethods, declarationOf } from '#contract/bridge.ts'
import { answerText } from '../../../../main/hosts/cli/mcp/answer.ts'
import { tools, toolsOf, type Tool } from '../../../../main/hosts/cli/mcp/tools.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'

const named = (name: string): Tool => tools.find((tool) => tool.name === name) ?? expect.fail(name)

/** Runs a tool; answers what it asked of the desk, each input checked by the contract. */
async function asked(name: string, input: Record<string, unknown>, answers: Record<string, unknown> = {}) {
  const tool = named(name)
  const calls: Array<[method: string, params: object]> = []
  const result = await tool.run(async (method, params) => {
    bridgeMethods[method as 'desk.info'].input.parse(params)
    calls.push([method, params])
    return answers[method] ?? {}
  }, tool.input.parse(input))
  return { calls, result }
}

// Catches a tool with which an assistant would send, submit or remove something, however it is named.
test('no tool reaches a method beyond reading and saving drafts', async () => {
  const allowed = new Set([
    'catalog.list',
    'platform.read',
    'drafts.list',
    'drafts.get',
    'drafts.save',
    'history.list',
    'desk.info',
    'show.get',
    'broadcast.get',
  ])
  const inputs: Record<string, Record<string, unknown>> = {
    read_platform: { operation: 'GET /api/events/general/all' },
    read_draft: { id: 'd' },
    save_draft: { id: 'd', baseRevision: 1, operation: 'x', title: 'x' },
  }
  for (const tool of tools) {
    const methods: string[] = []
    await tool
      .run(
        async (method) => {
          methods.push(method)
          return method === 'desk.info' || method === 'catalog.list' ? {} : { operations: [] }
        },
        tool.input.parse(inputs[tool.name] ?? {}),
      )
      .catch(() => undefined)
    expect(methods).not.toEqual([])
    for (const method of methods) {
      expect(allowed).toContain(method)
      expect(['read', tool.scope]).toContain(declarationOf(method)?.scope)
    }
  }
  expect(toolsOf('read').map(({ name }) => name)).not.toContain('save_draft')
  expect(toolsOf('draft')).toEqual(tools)
})

// Catches a schema that some clients can't read, because they follow no reference, and a field without an end.
test.each(tools)('the input of $name is one plain schema, and refuses what it does not know', ({ input }) => {
  const schema = z.toJSONSchema(input, { io: 'input' })
  expect(JSON.stringify(schema)).not.toContain('$ref')
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
  expect(input.safeParse({ forever: true }).success).toBe(false)
})

// Catches a save that takes notes or tags away, because the assistant did not repeat them, or that overwrites what it never read.
test('a save keeps what it does not name, and needs the revision that was read', async () => {
  const before = {
    id: 'd',
    operation: 'old',
    title: 'Old',
    path: { a: '1' },
    query: {},
    body: { x: 1 },
    notes: 'Mine',
    tags: ['mark'],
    extra: { view: 1 },
    revision: 4,
    links: {},
    sends: [],
  }
  const { calls } = await asked(
    'save_draft',
    { id: 'd', baseRevision: 4, operation: 'new', title: 'New', body: { x: 2 } },
    { 'drafts.get': before },
  )
  expect(calls.at(-1)).toEqual([
    'drafts.save',
    {
      id: 'd',
      baseRevision: 4,
      operation: 'new',
      title: 'New',
      path: { a: '1' },
      query: {},
      body: { x: 2 },
      notes: 'Mine',
      tags: ['mark'],
      extra: { view: 1 },
    },
  ])
  await expect(asked('save_draft', { id: 'd', operation: 'x', title: 'x' })).rejects.toMatchObject({ exitCode: 2 })
  expect((await asked('save_draft', { operation: 'x', title: 'x' })).calls).toEqual([
    ['drafts.save', { operation: 'x', title: 'x' }],
  ])
})

// Catches a search that finds nothing for ordinary words, and one whose answer is as long as the catalog.
test('operations are found by words, kind and key', async () => {
  const answers = { 'catalog.list': { operations: describeOperations() } }
  const find = async (input: Record<string, unknown>) =>
    (await asked('find_operations', input, answers)).result as {
      operations: Array<{ key: string; kind: string }>
      more?: number
    }
  const status = await find({ query: 'stream status', kind: 'read' })
  expect(status.operations.map(({ key }) => key)).toContain('POST /api/video/stream/getStatus')
  const all = await find({})
  expect(all.operations).toHaveLength(20)
  expect(all.more).toBeGreaterThan(200)
  expect(await find({ key: 'PUT /api/video/event/update' })).toHaveProperty('body')
  await expect(find({ key: 'GET /nothing' })).rejects.toMatchObject({ exitCode: 2 })
})

// Catches an answer that floods the assistant, and one that is cut without a word.
test('a long answer is cut, and says so', () => {
  expect(answerText({ a: 1 }, 20)).toBe('{"a":1}')
  expect(answerText(undefined)).toBe('null')
  const cut = answerText('x'.repeat(100), 20)
  expect(cut.startsWith('"xxxxxxxxxxxxxxxxxxx\n[Cut: these are the first 20 of 102 characters')).toBe(true)
  // Half of an emoji is no text.
  expect(answerText('😀😀😀', 4).isWellFormed()).toBe(true)
})
