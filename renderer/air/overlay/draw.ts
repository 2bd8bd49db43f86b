// Draws a value into an element; the overlay's own page and the preview on the desk share it.
import type { OverlayValue } from '#contract/overlay.ts'
import { wholePercents } from '#answers/percents.ts'
import { amountText, countdownText, elapsedText, numberText, percentOf, percentText } from './figures.ts'
import styles from './overlay.css?inline'
import { filled, languageOf, localeOf, words, type Words } from './words.ts'

type ValueOf<K extends OverlayValue['kind']> = Extract<OverlayValue, { kind: K }>

interface Drawn<V> {
  element: HTMLElement
  /** Writes what changed; answers in how many milliseconds the time moves on, where it does. */
  update(value: V, now: number): number | undefined
}

interface Voice {
  words: Words
  language: string
}

type Make<V> = (value: V, voice: Voice) => Drawn<V>

function element(name: 'div' | 'p' | 'span', className: string, ...children: Node[]): HTMLElement {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

/** The same text is not written again, so that nothing is laid out again. */
function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text
  node.hidden = text === ''
}

function bar(): { track: HTMLElement; fillTo: (percent: number) => void } {
  const fill = element('div', 'fill')
  return {
    track: element('div', 'track', fill),
    fillTo: (percent) => {
      fill.style.width = `${Math.min(100, Math.max(0, percent))}%`
    },
  }
}

const poll: Make<ValueOf<'poll'>> = ({ answers, revealed }, { words: said, language }) => {
  const title = element('p', 'title')
  const total = element('p', 'small total')
  const rows = answers.map(() => {
    const [text, figure, { track, fillTo }] = [element('span', ''), element('span', ''), bar()]
    const line = element('div', 'line', text, figure)
    return { text, figure, track, fillTo, row: element('div', 'answer', line, ...(revealed ? [track] : [])) }
  })
  return {
    element: element('div', 'plate wide', title, ...rows.map(({ row }) => row), total),
    update({ question, answers: now, votes }) {
      write(title, question)
      const percents = wholePercents(
        now.map(({ share }) => share ?? 0),
        1,
      )
      for (const [place, { text, figure, track, fillTo }] of rows.entries()) {
        const answer = now[place]
        if (answer === undefined) continue
        const { share, votes: count } = answer
        const percent = percents[place] ?? 0
        write(text, answer.text)
        write(
          figure,
          share !== null ? percentText(percent, language) : count !== null ? numberText(count, language) : '',
        )
        track.hidden = share === null
        fillTo(percent)
      }
      write(total, votes === null ? '' : filled(votes === 1 ? said.vote : said.votes, numberText(votes, language)))
      return undefined
    },
  }
}

const goal: Make<ValueOf<'goal'>> = (_value, { words: said, language }) => {
  const [title, raised, target, percent] = [
    element('p', 'title'),
    element('span', 'amount'),
    element('span', 'small amount'),
    element('span', ''),
  ]
  const { track, fillTo } = bar()
  const amounts = element('span', '', raised, document.createTextNode(' '), target)
  return {
    element: element('div', 'plate wide', title, element('div', 'line', amounts, percent), track),
    update(value) {
      const part = value.target === null || value.target <= 0 ? undefined : percentOf(value.raised, value.target)
      write(title, value.title)
      write(raised, amountText(value.raised, value, language))
      write(target, value.target === null ? '' : filled(said.of, amountText(value.target, value, language)))
      write(percent, part === undefined ? '' : percentText(part, language))
      track.hidden = part === undefined
      fillTo(part ?? 0)
      return undefined
    },
  }
}

/** Until a time by whole seconds has another text. */
const untilNext = (ms: number): number => (((ms % 1_000) + 1_000) % 1_000) + 1

const countdown: Make<ValueOf<'countdown'>> = (_value, { words: said }) => {
  const [title, time] = [element('p', 'title'), element('p', 'large')]
  return {
    element: element('div', 'plate', title, time),
    update(value, now) {
      const left = Date.parse(value.at) - now
      write(title, value.title)
      write(time, countdownText(left, said))
      return left <= 0 ? undefined : untilNext(left)
    },
  }
}

const sponsor: Make<ValueOf<'sponsor'>> = (_value, { words: said }) => {
  const [name, text] = [element('p', 'title'), element('p', 'small')]
  const label = element('p', 'small')
  write(label, said.sponsor)
  return {
    element: element('div', 'plate', label, name, text),
    update(value) {
      write(name, value.name)
      write(text, value.text ?? '')
      return undefined
    },
  }
}

const onair: Make<ValueOf<'onair'>> = (_value, { words: said }) => {
  const [label, time] = [element('span', ''), element('span', '')]
  write(label, said.onAir)
  return {
    element: element('div', 'plate onair', element('span', 'lamp'), label, time),
    update({ since }, now) {
      const passed = since === undefined ? undefined : now - Date.parse(since)
      write(time, passed === undefined ? '' : elapsedText(passed, said))
      return passed === undefined ? undefined : untilNext(-passed)
    },
  }
}

const next: Make<ValueOf<'next'>> = (_value, { words: said }) => {
  const row = (label: string) => {
    const [name, title, time] = [element('span', 'small'), element('span', ''), element('span', 'small')]
    write(name, label)
    return { row: element('div', 'cue', name, title, time), title, time }
  }
  const [current, following] = [row(said.now), row(said.next)]
  return {
    element: element('div', 'plate wide', current.row, following.row),
    update({ now: on, next: then }, now) {
      write(current.title, on?.title ?? '')
      write(following.title, then?.title ?? '')
      current.row.hidden = on === null
      following.row.hidden = then === null
      const passed = on === null ? undefined : now - Date.parse(on.since)
      const left = then?.expectedAt === undefined ? undefined : Date.parse(then.expectedAt) - now
      write(current.time, passed === undefined ? '' : elapsedText(passed, said))
      write(following.time, left === undefined || left <= 0 ? '' : countdownText(left, said))
      if (passed !== undefined) return untilNext(-passed)
      return left === undefined || left <= 0 ? undefined : untilNext(left)
    },
  }
}

const makers: { [K in OverlayValue['kind']]: Make<ValueOf<K>> } = { poll, goal, countdown, sponsor, onair, next }

/** What is built anew where it changes; everything else is only written. */
const shapeOf = (value: OverlayValue): string =>
  value.kind === 'poll' ? `poll ${value.answers.length} ${value.revealed}` : value.kind

/** Whether the value shows something at all: off air there is no lamp. */
export const showsSomething = (value: OverlayValue): boolean => value.kind !== 'onair' || value.onAir

export interface Drawing {
  /**
   * Shows the value, or nothing at all. `now` is the time of day in milliseconds. Answers in how many milliseconds it
   * has to be drawn again, where it has.
   */
  draw(value: OverlayValue | undefined, now: number): number | undefined
}

/** `tag` is the language, such as `en-GB`. */
export function createDrawing(root: Element | ShadowRoot, tag: string): Drawing {
  const style = document.createElement('style')
  style.textContent = styles
  root.append(style)
  const voice = { words: words[languageOf(tag)], language: localeOf(tag) }
  let shown: { shape: string; box: HTMLElement; drawn: Drawn<OverlayValue> } | undefined

  function clear(): void {
    shown?.box.remove()
    shown = undefined
  }

  return {
    draw(value, now) {
      if (value === undefined || !showsSomething(value)) {
        clear()
        return undefined
      }
      const shape = shapeOf(value)
      if (shown?.shape === shape) return shown.drawn.update(value, now)
      clear()
      const drawn = (makers[value.kind] as Make<OverlayValue>)(value, voice)
      // Complete before it is seen.
      const nextMs = drawn.update(value, now)
      const box = element('div', 'overlay', drawn.element)
      root.append(box)
      shown = { shape, box, drawn }
      return nextMs
    },
  }
}
