// What the build made for the page: nothing in it may be newer than Chromium 103 without a fallback.
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { missing } from '../../../../renderer/kit/older-browsers/missing.ts'

const assets = resolve(import.meta.dirname, '../../../../out/renderer/assets')
const built = (kind: string): Array<{ name: string; text: string }> =>
  globSync(`**/*.${kind}`, { cwd: assets }).map((name) => ({ name, text: readFileSync(resolve(assets, name), 'utf8') }))
/** Those of views that need a newer browser are not asked. */
const sheets = built('css').filter(({ name }) => !/^(?:Stage|Publishing)View-|^overlay\//.test(name))
const scripts = built('js')

const findings = (files: typeof sheets, pattern: RegExp): string[] =>
  files.flatMap(({ name, text }) => Array.from(text.matchAll(pattern), ([found]) => `${name}: ${found.slice(0, 160)}`))

// Would catch a build that this file reads nothing of.
test('the build is there', () => {
  expect(sheets.length).toBeGreaterThan(5)
  expect(scripts.length).toBeGreaterThan(20)
})

// Would catch a method that came later than 103 and is not added: the page fails where it is called.
test('no script calls what neither Chromium 103 nor `missing.ts` has', () => {
  const unknown = [
    String.raw`\.(?:withResolvers|fromAsync|sumPrecise|getOrInsert(?:Computed)?|checkVisibility|isRawJSON|toBase64|setHTML\w*|(?:show|hide|toggle)Popover|moveBefore)\(`,
    String.raw`\b(?:AbortSignal\.any|Object\.groupBy|Promise\.try|RegExp\.escape|Error\.isError|Response\.json|Intl\.DurationFormat)\b`,
    String.raw`[sS]earchParams\.size\b`,
    String.raw`/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(`,
  ].join('|')
  expect(findings(scripts, new RegExp(unknown, 'g'))).toEqual([])
})

// Would catch a worker that has none of the methods, and a page that loads them where nobody needs them.
test('the page, the docks and each worker carry what is missing', () => {
  const known = Object.keys(missing.set).join('|')
  const carrying = scripts.filter(({ text }) => new RegExp(`\\b(?:${known})\\(\\w*\\)\\{return new Set`).test(text))
  expect(carrying.filter(({ name }) => name.startsWith('worker-')).length).toBeGreaterThanOrEqual(2)
  for (const html of ['index.html', 'dock.html']) {
    const page = readFileSync(resolve(assets, '..', html), 'utf8')
    const entry = /src="[^"]*?([\w-]+\.js)"/.exec(page)?.[1]
    expect(entry, html).toBeDefined()
    expect(
      carrying.map(({ name }) => name.split('/').at(-1)),
      html,
    ).toContain(entry)
  }
})

// Would catch a theme in black: a colour that an older browser can't read is dropped, or keeps its variable empty.
test('every newer colour is asked for, so that the one before it is kept', () => {
  const asked = /@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g
  const plain = sheets.map(({ name, text }) => ({ name, text: text.replace(asked, '') }))
  expect(findings(plain, /\b(?:color-mix|oklch|oklab|lab|lch|light-dark)\([^)]*\)|\(from [^)]*\)/g)).toEqual([])
})

// Would catch a desk that is laid out for another width: 103 knows neither containers nor ranges.
test('containers and windows are asked in the older notation', () => {
  expect(findings(sheets, /@media[^{]*[<>][^{]*\{/g)).toEqual([])
  for (const { name, text } of sheets)
    expect(text.split(/@container(?: [\w-]+)? ?\(/).length, name).toBe(
      text.split('@supports not (container-type:inline-size)').length,
    )
})

// Would catch a frame without a height and measures that are lost.
test('dynamic units and units of containers have a stand-in', () => {
  for (const { name, text } of sheets) {
    for (const [rule = '', body = ''] of text.matchAll(/\{([^{}]*\d[dsl]v[hw][^{}]*)\}/g)) {
      const named = (pattern: RegExp): string[] =>
        body.split(';').flatMap((one) => (pattern.test(one) ? [one.split(':')[0] ?? ''] : []))
      expect(named(/\dv[hw]\b/), `${name}: ${rule}`).toEqual(expect.arrayContaining(named(/\d[dsl]v[hw]\b/)))
    }
    const measured = text.match(/[{;][^{};]*\dcq[^{}]*\}/g) ?? []
    expect(measured.length, name).toBeLessThan(text.split('@supports not (width:1cqi)').length)
  }
})

// Would catch a whole rule that is lost with one selector that 103 does not know.
test('`:has` shares its rule with no selector that older browsers know', () => {
  const mixed = sheets.flatMap(({ name, text }) =>
    Array.from(text.matchAll(/(?<=[{};])([^{};@]+)\{/g), ([, selector = '']) => selector.split(/,(?![^()]*\))/))
      .filter((list) => list.some((one) => one.includes(':has(')) && list.some((one) => !one.includes(':has(')))
      .map((list) => `${name}: ${list.join(',')}`),
  )
  expect(mixed).toEqual([])
})

// Would catch shifts, empty stand-ins and nested rules that the build left as they are.
test('nothing else needs a browser newer than 103', () => {
  expect(findings(sheets, /var\(--[\w-]+,\)/g)).toEqual([])
  expect(findings(sheets, /@starting-style|@scope|\bsubgrid\b|[{;]&/g)).toEqual([])
  for (const { name, text } of sheets) {
    const shifts = text.match(/[^{};]+\{(?:[^{}]*;)?translate:[^{}]*\}/g) ?? []
    const lost = shifts.filter((rule) => !text.includes(`${rule}@supports not (translate:0)`))
    expect(lost, basename(name)).toEqual([])
  }
})
