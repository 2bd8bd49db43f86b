import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { version } from '../../../../package.json'
import { startStandIn, type Answers, type StandIn } from '../../../support/stand-in.ts'
import { cli } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'showdesk-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: StandIn[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
async function standIn(answers: Answers): Promise<StandIn> {
  const made = await startStandIn(answers)
  open.push(made)
  return made
}

// Catches parameters that arrive otherwise than they were written, from each of the places they may come from.
test('call sends its parameters and prints the result', async () => {
  const { grant, calls } = await standIn({ 'drafts.list': ({ limit }) => ({ items: [], limit }) })
  const env = { SHOWDESK_GRANT: grant }
  const file = join(folder, 'params.json')
  writeFileSync(file, '{"limit": 3}')
  expect(await cli(['call', 'drafts.list', '{"limit":1}'], env)).toEqual({
    code: 0,
    out: '{"items":[],"limit":1}\n',
    said: '',
  })
  expect((await cli(['call', 'drafts.list', '-'], env, { stdin: '{"limit": 2}\n', wide: true })).out).toBe(
    '{\n  "items": [],\n  "limit": 2\n}\n',
  )
  expect((await cli(['call', 'drafts.list', `@${file}`], env)).code).toBe(0)
  expect((await cli(['call', 'drafts.list'], env)).code).toBe(0)
  expect(calls.map(({ params }) => params)).toEqual([{ limit: 1 }, { limit: 2 }, { limit: 3 }, {}])
})

// Catches a command that goes out however long ago Enter was pressed, and a moment in a call that takes none.
test('a call that asks for the moment of the press gets it, unless it says one', async () => {
  const { grant, calls } = await standIn({ 'command.run': () => ({}), 'command.list': () => ({ targets: [] }) })
  const env = { SHOWDESK_GRANT: grant }
  const before = Date.now()
  await cli(['call', 'command.run', '{"command":"reveal"}'], env)
  await cli(['call', 'command.run', '{"command":"reveal","pressedAt":"2026-03-01T12:00:00.000Z"}'], env)
  await cli(['call', 'command.list'], env)
  const [first, second, third] = calls.map(({ params }) => params)
  expect(Date.parse(String(first?.pressedAt))).toBeGreaterThanOrEqual(before)
  expect(Date.parse(String(first?.pressedAt))).toBeLessThanOrEqual(Date.now())
  expect([second?.pressedAt, third]).toEqual(['2026-03-01T12:00:00.000Z', {}])
})

// Catches a script that can't tell a refusal from a desk that is away, and a platform's words that steer the terminal.
test('each end has its own exit code and one sentence', async () => {
  const desk = await standIn({
    'ledger.get': () => {
      throw new DeskError('rate_limited', 'The platform said\u001B[2J wait.\nNow.', { retryAfterMs: 2_100 })
    },
  })
  const env = { SHOWDESK_GRANT: desk.grant }
  const refused = await cli(['call', 'ledger.get', '{"id":"x"}'], env)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.said).toBe('The platform said [2J wait. Now. (rate_limited) Try again in 3 s.')
  expect(await cli(['call', 'no.such'], env)).toMatchObject({ code: 1, out: '' })
  desk.revoke()
  const revoked = await cli(['call', 'ledger.get', '{}'], env)
  expect(revoked.code).toBe(1)
  expect(revoked.said).not.toContain(desk.secret)
  await desk.close()
  expect(await cli(['call', 'ledger.get', '{}'], env)).toMatchObject({ code: 3, out: '' })
})

// Catches a record of the platform that turns the terminal's writing direction, or sends it a command as one character.
test.each([false, true])('what would steer a terminal is printed as an escape (wide: %s)', async (wide) => {
  const steering = [0x7f, 0x9b, 0x85, 0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0xad, 0xfeff, 0xe0001]
    .concat(Array.from({ length: 32 }, (_, at) => 0x80 + at))
    .concat([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069])
    .map((code) => String.fromCodePoint(code))
    .join('a')
  const result = { [steering]: `${steering} \n José 👩‍🚀 می‌خواهم` }
  const desk = await standIn({ 'ledger.get': () => result })
  const { out } = await cli(['call', 'ledger.get', '{}'], { SHOWDESK_GRANT: desk.grant }, { wide })
  expect(JSON.parse(out)).toEqual(result)
  expect(out.replaceAll('\n', '')).not.toMatch(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(out).toContain('José 👩‍🚀 می‌خواهم')
  desk.answers['ledger.get'] = () => {
    throw new DeskError('server_error', steering)
  }
  const { said } = await cli(['call', 'ledger.get', '{}'], { SHOWDESK_GRANT: desk.grant }, { wide })
  expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})

// Catches a connection that ends in the middle of a call and leaves the program waiting for ever.
test('a call whose connection ends is not reached, exit code 3', async () => {
  const desk = await standIn({
    'ledger.get': () => {
      desk.drop()
      return {}
    },
  })
  expect(await cli(['call', 'ledger.get', '{}'], { SHOWDESK_GRANT: desk.grant })).toMatchObject({ code: 3, out: '' })
})

// Catches wrong usage that is sent to the desk all the same, or ends as if it had worked.
test.each([
  [[]],
  [['fire']],
  [['call']],
  [['call', 'desk.info', '--loud']],
  [['call', 'desk.info', '{']],
  [['call', 'desk.info', '[1]']],
  [['call', 'desk.info', 'null']],
  [['call', 'desk.info', '{"a":', '1}']],
  [['call', 'desk.info', '@/nowhere/params.json']],
  [['watch', 'ledger.chnged']],
  [['mcp', 'now']],
])('%j is wrong usage', async (args) => {
  const desk = await standIn({})
  const ran = await cli(args, { SHOWDESK_GRANT: desk.grant })
  expect(ran).toMatchObject({ code: 2, out: '' })
  expect(ran.said).not.toBe('')
  expect(desk.calls).toEqual([])
})

// Catches a usage text on stdout where a script expects a result.
test('usage and version go to stdout when they are asked for, else the usage goes to stderr', async () => {
  expect(await cli(['--version'])).toEqual({ code: 0, out: `${version}\n`, said: '' })
  expect((await cli(['--help'])).out).toContain('showdesk call METHOD')
  expect((await cli(['call', '--help'])).out).toContain('Exit codes')
  for (const args of [[], ['fire'], ['call', '--loud'], ['watch', '--loud']])
    expect((await cli(args, { SHOWDESK_GRANT: 'x'.repeat(43), SHOWDESK_PORT: '1' })).said).toContain('showdesk watch')
})
