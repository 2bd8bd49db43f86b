// What an answer's bytes are by content: headers are a claim, and on a venue's network the answer may be another's.
import { isUtf8 } from 'node:buffer'
import { scanJson } from '../../core/json/scan.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { maskJson } from './json-mask.ts'
import { breaksOff, jsonProblems, notJson } from './problems.ts'
import { claimOf, looksBinary, looksLikeHtml, startsLikeJson, whatItSays } from './sniff.ts'
import type { Described } from './types.ts'

export interface DescribeParts {
  redactor: Redactor
  depth: number
  plain?: ReadonlySet<string> | undefined
}

const withheld = 'It holds a secret that the desk keeps, so nothing of it is handed out.'
const decoder = new TextDecoder('utf-8')

function describe(
  answer: string | Buffer,
  type: string | undefined,
  { redactor, depth, plain }: DescribeParts,
): Described {
  const bytes = typeof answer === 'string' ? Buffer.byteLength(answer) : answer.length
  const about = { bytes, ...(type === undefined ? {} : { type: redactor.text(type).slice(0, 200) }) }
  const claim = claimOf(type)
  const says = whatItSays(about.type)
  if (bytes === 0) return { about: { ...about, kind: 'empty', problems: [] }, content: '' }

  const valid = typeof answer === 'string' || isUtf8(answer)
  if (typeof answer !== 'string') {
    const binary = looksBinary(answer, claim, valid)
    if ((binary || !valid || answer.includes(0)) && holdsSecret(answer, redactor)) {
      return { about: { ...about, kind: binary ? 'binary' : 'text', masked: true, problems: [withheld] }, content: '' }
    }
    if (binary) {
      const problems = claim === 'json' || claim === 'html' || claim === 'text' ? [`${says} and is binary data.`] : []
      return { about: { ...about, kind: 'binary', problems }, content: answer }
    }
  }

  const text = typeof answer === 'string' ? answer : decoder.decode(answer)
  const problems = valid ? [] : ['It is not valid UTF-8 text; the bytes that are none are shown as �.']
  const scan =
    claim === 'json' || claim === undefined || startsLikeJson(text)
      ? scanJson(text, (name) => redactor.text(name))
      : undefined
  if (scan !== undefined && scan.fault === undefined) {
    if (claim !== undefined && claim !== 'json') problems.push(`${says} and is JSON.`)
    const content = maskJson(text, redactor, scan.names(), plain)
    return {
      about: {
        ...about,
        kind: 'json',
        ...maskedIf(content !== text),
        problems: [...problems, ...jsonProblems(scan, depth)],
      },
      content,
    }
  }

  const html = looksLikeHtml(text, claim)
  if (claim === 'json' && scan?.fault) problems.push(notJson(scan.fault, html))
  else if (html && claim !== undefined && claim !== 'html') problems.push(`${says} and is a web page.`)
  else if (claim === 'binary') problems.push(`${says} and is text.`)
  // Text that begins as JSON may name secrets.
  const content = redactor.text(startsLikeJson(text) ? maskJson(text, redactor, undefined, plain) : text)
  return { about: { ...about, kind: html ? 'html' : 'text', ...maskedIf(content !== text), problems }, content }
}

export function describeAnswer(
  answer: string | Buffer,
  type: string | undefined,
  isCut: boolean,
  parts: DescribeParts,
): Described {
  const { about, content } = describe(answer, type, parts)
  return isCut ? { about: { ...about, problems: [breaksOff, ...about.problems] }, content } : { about, content }
}

/** As Latin-1, UTF-8 or UTF-16. */
export function holdsSecret(bytes: Buffer, redactor: Redactor): boolean {
  const readings = [
    bytes.toString('latin1'),
    bytes.toString('utf8'),
    bytes.toString('utf16le'),
    bytes.subarray(1).toString('utf16le'),
  ]
  return readings.some((text) => redactor.text(text) !== text)
}

function maskedIf(masked: boolean): { masked?: true } {
  return masked ? { masked: true } : {}
}
