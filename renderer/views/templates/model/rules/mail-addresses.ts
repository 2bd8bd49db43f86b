// Links that lead nowhere, and what every mail should have: a way to unsubscribe, and a text for the inbox.
import { addressFault } from '../address-faults.ts'
import { replace } from '../edits.ts'
import { attributeOf, valueRange, type Attribute, type HtmlScan, type Tag } from '../html-scan.ts'
import type { Finding, LintContext } from './rule.ts'

const addressNames = new Set(['href', 'src', 'background', 'poster', 'action'])
const linking = new Set(['a', 'area'])

const shortened = (text: string): string => (text.length > 48 ? `${text.slice(0, 47)}…` : text)

function ofAddress(html: string, attribute: Attribute): Finding | undefined {
  const fault = addressFault(attribute.value)
  if (fault === undefined) return undefined
  const base = {
    level: 'error' as const,
    field: 'htmlContent' as const,
    from: attribute.from,
    to: attribute.to,
  }
  const address = attribute.value.trim().slice(0, 200)
  if (fault.code === 'address_local') return { ...base, code: fault.code, values: { address }, fixes: [] }
  const range = valueRange(html, attribute)
  // Only a value that is written as it is read can be replaced as a whole.
  const plain = html.slice(range.from, range.to) === attribute.value
  return {
    ...base,
    code: fault.code,
    values: { kind: fault.kind, address },
    fixes:
      fault.fixed === undefined || !plain
        ? []
        : [
            {
              id: 'correct_address',
              values: { address: shortened(fault.fixed) },
              edits: [replace('htmlContent', range.from, range.to, fault.fixed)],
            },
          ],
  }
}

/** `<a>` without address, href="" and href="#"; an anchor that is jumped to is none. */
function ofEmpty(tag: Tag): Finding | undefined {
  const href = attributeOf(tag, 'href')
  const value = href?.value.trim()
  if (href === undefined ? ['name', 'id'].some((name) => attributeOf(tag, name) !== undefined) : !isEmpty(value ?? ''))
    return undefined
  return {
    code: 'link_empty',
    level: 'error',
    field: 'htmlContent',
    from: tag.from,
    to: tag.to,
    values: { kind: href === undefined ? 'none' : value === '#' ? 'hash' : 'empty' },
    fixes: [],
  }
}

const isEmpty = (value: string): boolean => value === '' || value === '#'

/** Whether a rule of links has to leave an attribute to this one. */
export const namedHere = (tag: Tag, { name, value }: Attribute): boolean =>
  (addressNames.has(name) && addressFault(value) !== undefined) ||
  (linking.has(tag.name) && name === 'href' && isEmpty(value.trim()))

export function* mailAddresses({ scan }: LintContext): Iterable<Finding> {
  for (const node of scan.nodes) {
    if (node.kind !== 'start' || node.foreign) continue
    if (linking.has(node.name)) {
      const empty = ofEmpty(node)
      if (empty !== undefined) yield empty
    }
    for (const attribute of node.attributes) {
      const fault = addressNames.has(attribute.name) ? ofAddress(scan.html, attribute) : undefined
      if (fault !== undefined) yield fault
    }
  }
}

/** In the address or the text of a link, in the languages that mail is usually written in. */
const leaving =
  /unsub|opt[-_ ]?out|(?:manage|update|change|email|e-mail)[-_ ]{0,3}(?:your[-_ ])?(?:e-?mail[-_ ])?(?:preferences|subscription)|abmeld|abbestell|austrag|darse de baja|darme de baja|date de baja|cancelar (?:la |tu |su |mi )?suscripci|anular (?:la )?(?:suscripci|subscri)|desuscri|désabonn|desabonn|désinscri|desinscri|desinscrev|disiscri|annulla (?:l['’])?iscrizione|cancella(?:mi|ti|re)?(?: l['’])? ?iscrizione|cancelar (?:a )?(?:inscrição|assinatura|subscrição)|descadastr|afmeld|uitschrij|avregistrer|avmeld|avprenumer|avsluta prenumeration|frameld|peruuta tilaus|odhlás|odhlas|wypisz|rezygnuj z subskrypcji|leiratkoz|dezabon|отпис|відпис|退订|退訂|取消訂閱|配信停止|購読解除|수신\s?거부|구독\s?취소|إلغاء الاشتراك/i

function unsubscribes({ nodes }: HtmlScan): boolean {
  let text: string | undefined
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (text !== undefined && text.length < 400) text += ` ${node.text.slice(0, 400).replace(/\s+/g, ' ')}`
    } else if (node.kind === 'start' && linking.has(node.name)) {
      if (leaving.test((attributeOf(node, 'href')?.value ?? '').slice(0, 4000))) return true
      text = ''
    } else if (node.kind === 'start' && node.name === 'img' && text !== undefined)
      text += ` ${(attributeOf(node, 'alt')?.value ?? '').slice(0, 400)}`
    else if (node.kind === 'end' && node.name === 'a') {
      if (text !== undefined && leaving.test(text)) return true
      text = undefined
    }
  }
  return text !== undefined && leaving.test(text)
}

const unseen =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0|font-size\s*:\s*[01]px|opacity\s*:\s*0(?:[;\s]|$)/i
const named = /pre-?header|preview-?text/i
const hides = (tag: Tag): boolean =>
  tag.attributes.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && unseen.test(value)) ||
      ((name === 'class' || name === 'id') && named.test(value)),
  )
/** White space and the characters that fill up a preheader. */
const blank = /^[\s\u00a0\u00ad\u034f\u061c\u115f\u2000-\u200f\u2028-\u202f\u2060-\u206f\u3000\ufeff]*$/

/** Whether the first text of the body is hidden, so that only the inbox shows it. */
function hasPreheader({ nodes }: HtmlScan): boolean {
  let hidden: { name: string; depth: number } | undefined
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (node.raw === undefined && !blank.test(node.text)) return hidden !== undefined
    } else if (hidden === undefined) {
      if (node.kind === 'start' && hides(node)) hidden = { name: node.name, depth: 1 }
    } else if (node.name === hidden.name && !node.selfClosing) {
      hidden.depth += node.kind === 'start' ? 1 : -1
      if (hidden.depth === 0) hidden = undefined
    }
  }
  return false
}

export function* mailNeeds({ template, scan }: LintContext): Iterable<Finding> {
  const shows = scan.nodes.some((node) =>
    node.kind === 'text' ? node.raw === undefined && !blank.test(node.text) : node.name === 'img',
  )
  if (!shows) return
  if (!unsubscribes(scan))
    yield { code: 'unsubscribe_missing', level: 'warning', field: 'htmlContent', values: {}, fixes: [] }
  if (template.previewText.trim() === '' && !hasPreheader(scan))
    yield { code: 'preview_missing', level: 'remark', field: 'previewText', values: {}, fixes: [] }
}
