import { expect, test } from 'vitest'
import { grantInput } from '#contract/access.ts'
import { commandNames } from '#contract/access-kinds.ts'
import { dockPanels } from '#contract/docks.ts'
import {
  dockAddress,
  inputOf,
  overlayAddress,
  purposes,
  toolAddress,
  usualMode,
  type Wanted,
} from '../../../renderer/views/settings/model/purposes.ts'

const wanted = (values: Partial<Wanted>): Wanted => ({
  purpose: 'dock',
  name: ' Left screen ',
  environment: 'rehearsal',
  panel: 'live',
  commands: [],
  mode: 'fire',
  ...values,
})

// Catches a dock that may more than its panel has buttons for, and a panel without buttons that may run commands at all.
test('a dock gets the commands of its panel, and without any it only reads', () => {
  const all = commandNames
  expect(inputOf(wanted({ panel: 'poll', commands: all }))).toEqual({
    name: 'Left screen',
    environment: 'rehearsal',
    scope: 'operate',
    commands: ['reveal', 'winner', 'hide', 'close'],
    mode: 'fire',
    inAddress: true,
  })
  expect(inputOf(wanted({ panel: 'money', commands: all })).scope).toBe('read')
  expect(inputOf(wanted({ panel: 'log', commands: all })).scope).toBe('read')
  expect(inputOf(wanted({ panel: 'live', commands: [] })).scope).toBe('read')
})

// Catches a script that could run commands because a list of them was left over from another choice.
test('a script never gets a command', () => {
  expect(inputOf(wanted({ purpose: 'reader', commands: commandNames }))).toEqual({
    name: 'Left screen',
    environment: 'rehearsal',
    scope: 'read',
  })
  expect(inputOf(wanted({ purpose: 'drafter', commands: commandNames })).scope).toBe('draft')
})

// Catches a form whose answer the contract refuses.
test('whatever is chosen is a grant that can be made', () => {
  for (const purpose of purposes)
    if (purpose !== 'overlay')
      for (const panel of dockPanels) {
        const input = inputOf(
          wanted({ purpose, panel, commands: ['clip', 'reveal', 'runAd'], mode: usualMode(purpose) }),
        )
        expect(grantInput.safeParse(input).success, `${purpose} ${panel}`).toBe(true)
      }
})

// Catches a secret in the part of an address that servers log.
test('a secret stands in the fragment alone', () => {
  for (const address of [
    dockAddress('http://127.0.0.1:41234', 'poll', 's3cret'),
    overlayAddress('http://127.0.0.1:41234', 'goal', 's3cret'),
    toolAddress('http://127.0.0.1:41234', 's3cret'),
  ]) {
    const url = new URL(address)
    expect(url.hash).toBe('#g=s3cret')
    expect(url.pathname + url.search).not.toContain('s3cret')
  }
  expect(dockAddress('http://127.0.0.1:41234', 'poll', 's')).toBe('http://127.0.0.1:41234/dock/poll#g=s')
})
