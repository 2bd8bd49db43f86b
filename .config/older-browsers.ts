// Fallbacks that the build adds to style sheets, for Chromium 103.

/** Plain colours of the theme by name. */
const hexColour = /(--[\w-]+):\s*#([0-9a-f]{3}|[0-9a-f]{6})(?=\s*[;}])/gi
const faded = /color-mix\(in oklab,\s*var\((--[\w-]+)\)\s+([\d.]+)%,\s*(?:transparent|#0000)\)/g
const viewportUnit = /(?<=[;{])([\w-]+):([^;{}]*?[\d.])([dsl])(v[hw])\b([^;{}]*)/g

/** A container is narrower than the window, by the rail at least. */
const windowUnits: Record<string, Partial<{ unit: string; share: number }>> = {
  cqi: { unit: 'vw', share: 0.86 },
  cqw: { unit: 'vw', share: 0.86 },
  cqh: { unit: 'vh', share: 1 },
  cqmin: { unit: 'vmin', share: 0.86 },
}

function channels(hex: string): string {
  const pairs = hex.length === 3 ? Array.from(hex, (digit) => digit + digit) : (hex.match(/../g) ?? [])
  return pairs.map((pair) => Number.parseInt(pair, 16)).join(' ')
}

/** Writes each colour's channels beside it, and takes mixtures with nothing as the channels with an alpha, which is the same colour. */
function fadedColours(css: string): string {
  const known = new Set(Array.from(css.matchAll(hexColour), ([, name = '']) => name))
  return css
    .replace(
      hexColour,
      (declaration: string, name: string, hex: string) => `${declaration};${name}-channels:${channels(hex)}`,
    )
    .replace(faded, (mixture: string, name: string, share: string) =>
      known.has(name) ? `rgb(var(${name}-channels) / ${share}%)` : mixture,
    )
}

/** Where the end of the block is whose brace is at `open`. */
function blockEnd(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at
  }
  return css.length
}

/** Replaces each at-rule whose beginning `head` (a global expression) finds by what `made` gives. */
function replaceBlocks(css: string, head: RegExp, made: (whole: string, condition: string, body: string) => string) {
  let done = 0
  let result = ''
  for (const found of css.matchAll(head)) {
    if (found.index < done) continue
    const open = found.index + found[0].length - 1
    const end = blockEnd(css, open)
    const whole = css.slice(found.index, end + 1)
    result += css.slice(done, found.index) + made(whole, found[1] ?? '', css.slice(open + 1, end))
    done = end + 1
  }
  return result + css.slice(done)
}

/** A colour's better value asks for `color-mix`; where none is left in it, every browser may have it. */
const withoutNeedlessQuestions = (css: string): string =>
  replaceBlocks(css, /@supports \(color:\s*color-mix\([^{]*\{/g, (whole, _, body) =>
    body.includes('color-mix(') ? whole : body,
  )

/** Where containers are unknown, the window's width decides: a dock or a narrow desk is one container anyway. */
const withWindowsForContainers = (css: string): string =>
  replaceBlocks(
    css,
    /@container(?: [\w-]+)? ?\(((?:(?:min|max)-width:|width[<>]=)[^)]*)\)\s*\{/g,
    (whole, condition, body) => {
      const question = condition.replace('width>=', 'min-width:').replace('width<=', 'max-width:')
      return `${whole}@supports not (container-type:inline-size){@media (${question}){${body}}}`
    },
  )

/** A custom property keeps a unit that its reader does not know, and every measure made of it is lost: so these are asked for. */
const withWindowUnits = (css: string): string =>
  css.replace(/([^{};]+)\{([^{}]*\dcq[^{}]*)\}/g, (rule: string, selector: string, body: string) => {
    const measures = body.split(';').filter((declaration) => /\dcq/.test(declaration))
    const older = measures
      .join(';')
      .replace(/([\d.]+)(cq(?:min|i|w|h))/g, (measure: string, figure: string, name: string) => {
        const { unit, share } = windowUnits[name] ?? {}
        return unit === undefined || share === undefined
          ? measure
          : `${Number((Number(figure) * share).toFixed(4))}${unit}`
      })
    return `${rule}@supports not (width:1cqi){${selector}{${older}}}`
  })

const shifts = new Set(['translate', 'rotate', 'scale'])
const animationSteps = /^\s*(?:from|to|[\d.]+%)(?:\s*,|\s*$)/

/** Shifts, turns and sizes as properties of their own came with Chromium 104. */
const withTransforms = (css: string): string =>
  css.replace(/([^{};]+)\{([^{}]*)\}/g, (rule: string, selector: string, body: string) => {
    if (animationSteps.test(selector)) return rule
    const made = body.split(';').flatMap((declaration) => {
      const [name = '', value = 'none'] = declaration.split(/:(.*)/s)
      return shifts.has(name) && value !== 'none' ? [`${name}(${valuesOf(value).join(',')})`] : []
    })
    return made.length === 0 ? rule : `${rule}@supports not (translate:0){${selector}{transform:${made.join(' ')}}}`
  })

/** Parts between spaces that are in no brackets. */
const valuesOf = (value: string): string[] => value.match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []

/** Chromium 103 takes an empty stand-in of a registered property as an error, and with it the whole value: no button has its edge. */
const withSpacedStandIns = (css: string): string => css.replace(/(var\(--[\w-]+,)\)/g, '$1 )')

/** A height in dynamic units comes after one in those that every browser knows. */
const withOlderUnits = (css: string): string =>
  css.replace(
    viewportUnit,
    (declaration: string, name: string, before: string, _: string, unit: string, after: string) =>
      `${name}:${before}${unit}${after};${declaration}`,
  )

const steps = [
  withSpacedStandIns,
  fadedColours,
  withoutNeedlessQuestions,
  withTransforms,
  withWindowUnits,
  withWindowsForContainers,
  withOlderUnits,
]

/** The built style sheet with what Chromium 103 needs beside what newer browsers read. */
export const forOlderBrowsers = (css: string): string => steps.reduce((made, step) => step(made), css)
