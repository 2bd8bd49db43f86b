import { expect, test } from 'vitest'
import { forOlderBrowsers } from '../../../../.config/older-browsers.ts'

// Would catch a badge of which the words vanish in their own colour: without color-mix its faint ground is drawn full.
test('a faded colour of the theme is given by its channels', () => {
  expect(
    forOlderBrowsers(
      ':root{--ui-info:#1d4ed8}.a{background:var(--ui-info)}@supports (color:color-mix(in lab, red, red)){.a{background:color-mix(in oklab, var(--ui-info) 10%, transparent)}}',
    ),
  ).toBe(
    ':root{--ui-info:#1d4ed8;--ui-info-channels:29 78 216}.a{background:var(--ui-info)}.a{background:rgb(var(--ui-info-channels) / 10%)}',
  )
})

// Would catch a mixture that loses its question, and with it its fallback, though an older browser can't read it.
test('a mixture of two colours, or of a colour that is no plain one, stays as it is', () => {
  for (const mixture of ['var(--ui-info) 10%, var(--ui-bg)', 'var(--unknown) 10%, transparent']) {
    const css = `:root{--ui-info:#fff}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, ${mixture})}}`
    expect(forOlderBrowsers(css)).toContain(css.slice(css.indexOf('@supports')))
  }
})

// Would catch a frame without a height: a declaration with an unknown unit is dropped whole.
test('a height in dynamic units comes after one that every browser knows', () => {
  expect(forOlderBrowsers('.a{height:100dvh}.b{min-height:min(24rem,100dvh - 12rem);color:red}')).toBe(
    '.a{height:100vh;height:100dvh}.b{min-height:min(24rem,100vh - 12rem);min-height:min(24rem,100dvh - 12rem);color:red}',
  )
})

// Would catch a stand-in that the minifier's own notation leaves out.
test('a range of widths is asked for in the older notation', () => {
  expect(forOlderBrowsers('@container (width>=28rem){.a{color:red}}')).toContain(
    '@media (min-width:28rem){.a{color:red}}',
  )
})

// Would catch the live desk in four columns at 360 px where containers are unknown.
test('a container is stood in for by the window where containers are unknown', () => {
  expect(forOlderBrowsers('@container live (max-width:620px){.a{color:red}}.b{color:blue}')).toBe(
    '@container live (max-width:620px){.a{color:red}}@supports not (container-type:inline-size){@media (max-width:620px){.a{color:red}}}.b{color:blue}',
  )
})

// Would catch a live desk without any padding: its spacing is a custom property in units of its container.
test('measures in units of a container are given in units of the window', () => {
  expect(forOlderBrowsers('.a{--spacing:clamp(.25rem,.14rem + .13cqi,.36rem);color:red}')).toBe(
    '.a{--spacing:clamp(.25rem,.14rem + .13cqi,.36rem);color:red}@supports not (width:1cqi){.a{--spacing:clamp(.25rem,.14rem + 0.1118vw,.36rem)}}',
  )
})

// Would catch an icon that sits half outside its field: the property `translate` came with Chromium 104.
test('a shift is also given as a transform', () => {
  expect(forOlderBrowsers('.a{translate:var(--x) var(--y)}.b{color:red;translate:50%}')).toBe(
    '.a{translate:var(--x) var(--y)}@supports not (translate:0){.a{transform:translate(var(--x),var(--y))}}' +
      '.b{color:red;translate:50%}@supports not (translate:0){.b{transform:translate(50%)}}',
  )
})

// Would catch an animation whose steps are lost with a rule between them.
test('the steps of an animation stay as they are', () => {
  const steps = '@keyframes a{0%,to{scale:1}50%{scale:1.04}}'
  expect(forOlderBrowsers(steps)).toBe(steps)
})

// Would catch buttons without an edge, and fields without one: Chromium 103 drops a value with an empty stand-in of a registered property.
test('an empty stand-in has a space', () => {
  expect(forOlderBrowsers('.a{--ring:var(--inset,) 0 0 red}')).toBe('.a{--ring:var(--inset, ) 0 0 red}')
})
