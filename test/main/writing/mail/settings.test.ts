import { expect, test } from 'vitest'
import { longestSnippet, mostSnippets, plainBrand, type Brand } from '#contract/mail.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import type { Json } from '#contract/json.ts'
import { ofPage } from '../../../../main/core/access/rules.ts'
import { mailHandlers } from '../../../../main/bridge/mail.ts'
import { createEvents } from '../../../../main/core/events.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createMailStore } from '../../../../main/writing/mail/settings.ts'
import { atRestOver } from '../../../support/at-rest.ts'
import { openDesk } from '../../maintenance/desk.ts'

const brand: Brand = { ...plainBrand, name: 'Harbour Lights', footer: 'Pier 4\nTown', unsubscribe: '{{bye}}' }
const snippets = [
  { name: 'Footer', html: '<p>Bye</p>' },
  { name: 'Header', html: '<h1>{{showName}}</h1>\r\n' },
]

/** Settings in memory, as the profile keeps them: as JSON. */
function memory(kept?: Json) {
  const values = new Map<string, string>(kept === undefined ? [] : [['mail', JSON.stringify(kept)]])
  return {
    values,
    read: (name: string): unknown => {
      const text = values.get(name)
      return text === undefined ? undefined : JSON.parse(text)
    },
    write: (name: string, value: Json) => void values.set(name, JSON.stringify(value)),
  }
}

// Catches settings that are gone after a restart, or that come back in another order or with other bytes.
test('what was changed is there after a restart', async () => {
  const first = await openDesk()
  const store = createMailStore(first.settings)
  store.change({ brand })
  store.change({ snippets, sections: ['rehearsal'] })
  first.database.close()
  const { settings } = await openDesk(first.folder)
  expect(createMailStore(settings).get()).toEqual({
    clients: store.get().clients,
    brand,
    snippets,
    sections: ['rehearsal'],
  })
})

// Catches one part of another version that takes the others with it, or that reaches the screens unread.
test.each([
  ['a client that is not known', { clients: ['gmail', 'future-mail'], snippets }, { snippets }],
  ['a brand with another field', { brand: { ...brand, radius: 4 }, snippets }, { brand: plainBrand, snippets }],
  ['a brand without a field', { brand: { name: 'Old' } }, { brand: plainBrand }],
  ['a part that is not known', { brand, themes: [1] }, { brand }],
  ['no object', 'mail', { brand: plainBrand, snippets: [] }],
  ['nothing', null, { brand: plainBrand, snippets: [] }],
] as Array<[string, Json, object]>)('%s is left out, and the rest is read', (_what, kept, expected) => {
  const store = createMailStore(memory(kept))
  expect(store.get()).toMatchObject(expected)
  expect(bridgeMethods['mail.settings'].output().safeParse(store.get()).success).toBe(true)
})

function refusalOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

// Catches a secret that is kept in the profile as a snippet or a footer, and a refusal that changes what screens show.
test('a known secret is refused at its place, and nothing changes', () => {
  const redactor = createRedactor()
  redactor.learn('loose-secret-value-55')
  const atRest = atRestOver(redactor)
  const settings = memory()
  const store = createMailStore({
    ...settings,
    write: (name, value) => {
      atRest.refuse(value)
      settings.write(name, value)
    },
  })
  for (const change of [
    { brand: { ...brand, footer: 'key: loose-secret-value-55' } },
    { snippets: [{ name: 'Key', html: '<b>loose-secret-value-55</b>' }] },
  ])
    expect(refusalOf(() => store.change(change))).toMatchObject({
      code: 'invalid_input',
      details: { facts: { reason: 'secret_in_text' } },
    })
  expect(store.get()).toMatchObject({ brand: plainBrand, snippets: [] })
  expect(settings.values.size).toBe(0)
})

// Catches a bound of the contract that differs from the one that screens name, and a colour that is no colour.
test.each([
  [{ snippets: Array.from({ length: mostSnippets }, () => snippets[0]) }, true],
  [{ snippets: Array.from({ length: mostSnippets + 1 }, () => snippets[0]) }, false],
  [{ snippets: [{ name: 'Long', html: 'x'.repeat(longestSnippet) }] }, true],
  [{ snippets: [{ name: 'Long', html: 'x'.repeat(longestSnippet + 1) }] }, false],
  [{ snippets: [{ name: ' ', html: 'x' }] }, false],
  [{ brand: { ...brand, accent: 'teal' } }, false],
  [{ brand: { ...brand, accent: '#fff' } }, false],
  // An insecure logo is a warning where it is typed and in each template that uses it; it is not lost for that.
  [{ brand: { ...brand, logo: 'http://cdn.example.org/logo.png' } }, true],
  [{}, true],
])('the bridge takes or refuses %#', (change, taken) => {
  expect(bridgeMethods['mail.change'].input.safeParse(change).success).toBe(taken)
})

// Catches another window that keeps showing what was replaced.
test('a change is told to all windows, with all parts', async () => {
  const { settings } = await openDesk()
  const events = createEvents()
  const told: unknown[] = []
  events.subscribe((event, payload) => told.push([event, payload]))
  const mailCompiler = { compile: () => Promise.reject(new Error('Nothing is compiled here.')), stop: () => undefined }
  const testMails = { open: () => Promise.reject(new Error('Nothing is opened here.')), stop: () => undefined }
  const services = { settings, events, mailCompiler, testMails }
  const answer = await mailHandlers(services)['mail.change']({ brand }, ofPage)
  expect(told).toEqual([['mail.changed', answer]])
  expect(answer).toMatchObject({ brand, snippets: [] })
})
