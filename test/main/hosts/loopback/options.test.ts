import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { parseShellOptions } from '../../../../main/hosts/electron/options.ts'
import { parseHostOptions } from '../../../../main/hosts/loopback/options.ts'

afterEach(() => vi.unstubAllEnvs())

// Catches a variable of the system that is set to nothing, or to a relative path, and puts the profile into the current folder.
test.runIf(process.platform === 'linux')('a folder of the system counts where it is a whole path', () => {
  for (const folder of ['', 'share', './share']) {
    vi.stubEnv('XDG_DATA_HOME', folder)
    expect(parseHostOptions([]).profile).toBe(join(homedir(), '.local/share/showdesk'))
  }
  vi.stubEnv('XDG_DATA_HOME', '/data')
  expect(parseHostOptions([]).profile).toBe('/data/showdesk')
})

// Catches a flag that can't be used and is not named.
test('a flag that can not be used is refused by name', () => {
  const refusal = (...args: string[]): unknown => {
    try {
      return parseHostOptions(args)
    } catch (error) {
      return error
    }
  }
  expect(refusal('--port', '70000')).toMatchObject({
    code: 'invalid_input',
    details: { facts: { reason: 'flag_not_valid', flag: 'port' } },
  })
  for (const [argument, message] of [
    ['--nothing-like-it', 'There is no flag --nothing-like-it.'],
    ['--prot', 'There is no flag --prot. Did you mean --port?'],
    ['--base-ur=x', 'There is no flag --base-ur. Did you mean --base-url?'],
    ['-x', 'There is no flag -x.'],
    ['word', 'Only flags are taken here, not the word word.'],
  ] as const)
    expect(refusal(argument)).toMatchObject({ message, details: { facts: { reason: 'flag_not_valid' } } })
})

// Catches the two flags that every program has, refused in their short form.
test('help and version are known in both forms', () => {
  for (const flag of ['-h', '--help']) expect(parseHostOptions([flag])).toMatchObject({ help: true, version: false })
  for (const flag of ['-v', '--version']) expect(parseHostOptions([flag])).toMatchObject({ help: false, version: true })
})

// Catches a flag that is read where it was not given, or swallows the one behind it.
test('--confirm-origin is heard by both hosts, and only where it stands', () => {
  expect(parseHostOptions(['--base-url', 'https://a.example.org', '--confirm-origin', '--port', '0'])).toMatchObject({
    baseUrl: 'https://a.example.org',
    confirmOrigin: true,
    port: 0,
  })
  expect(parseHostOptions([])).not.toHaveProperty('confirmOrigin')
  expect(parseShellOptions(['--no-sandbox', '--confirm-origin', '--base-url', 'https://a.example.org'])).toMatchObject({
    baseUrl: 'https://a.example.org',
    confirmOrigin: true,
  })
  expect(parseShellOptions(['--base-url=https://a.example.org'])).toEqual({
    profile: parseHostOptions([]).profile,
    baseUrl: 'https://a.example.org',
  })
})
