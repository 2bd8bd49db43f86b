import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quote, toCurl } from '../../../renderer/views/publishing/model/curl.ts'

const words = (command: string): string[] =>
  execFileSync('bash', ['-c', command], { encoding: 'utf8' }).split('\0').slice(0, -1)

describe('a request as curl', () => {
  // A quote in a title would end the argument, and what follows it would run as a command.
  it('gives a shell each argument as it is', () => {
    const preview = {
      method: 'PUT',
      url: 'https://example.test/api?a=[1]&b={x}',
      headers: [['X-Service-API-Key', '<API_KEY>']] as Array<[string, string]>,
      body: '{\n  "title": "It\'s $HOME `id` \\"now\\" \\\\ !x"\n}',
    }
    const command = toCurl(preview)
    expect(words(command.replace(/^curl/, String.raw`printf '%s\0'`))).toEqual([
      '--globoff',
      '--request',
      'PUT',
      '--url',
      preview.url,
      '--header',
      'X-Service-API-Key: <API_KEY>',
      '--data-raw',
      preview.body,
    ])
  })

  it('has no body where the request has none', () => {
    expect(toCurl({ method: 'GET', url: 'https://example.test', headers: [] })).not.toContain('--data')
  })

  // Any text at all has to arrive, in one shell call for all samples.
  it('quotes any text', () => {
    const texts = fc
      .sample(fc.string({ unit: 'binary', maxLength: 40 }), 100)
      .map((text) => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, ''))
    expect(words(texts.map((text) => String.raw`printf '%s\0' ${quote(text)}`).join('\n'))).toEqual(texts)
  })
})
