// The frame that all starters share: tables with inline styles for old mail apps, and a dark scheme for those that know it.
import type { Brand } from '#contract/mail.ts'
import { schemesOf, type Scheme } from '../brand/colours.ts'
import type { Fact, StarterText } from './types.ts'

const font = "font-family:Arial,'Helvetica Neue',Helvetica,sans-serif;"
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Plain text as HTML, also inside quoted attributes; placeholders keep their braces. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const paragraph = (text: string, { ink }: Scheme): string =>
  `                <p class="ink" style="margin:0 0 16px;${font}font-size:16px;line-height:24px;color:${ink};">${text}</p>`

const fact = ([label, value]: Fact, { ink, soft }: Scheme): string => `                  <tr>
                    <td class="soft" width="120" valign="top" style="padding:6px 12px 6px 0;${font}font-size:14px;line-height:20px;color:${soft};">${label}</td>
                    <td class="ink" valign="top" style="padding:6px 0;${font}font-size:14px;line-height:20px;color:${ink};"><strong>${value}</strong></td>
                  </tr>`

const factTable = (facts: Fact[], scheme: Scheme): string =>
  `                <table ${table} width="100%" style="margin:0 0 16px;">
${facts.map((one) => fact(one, scheme)).join('\n')}
                </table>`

// The cell carries the colour, so that the button is one even where padding on links is ignored.
const buttonTable = ({ label, href }: { label: string; href: string }, { button, onButton }: Scheme): string =>
  `                <table ${table} style="margin:8px 0 24px;">
                  <tr>
                    <td class="button" align="center" bgcolor="${button}" style="border-radius:6px;background-color:${button};mso-padding-alt:14px 28px;">
                      <a class="label" href="${href}" style="display:inline-block;padding:14px 28px;${font}font-size:16px;line-height:20px;font-weight:bold;color:${onButton};text-decoration:none;">${label}</a>
                    </td>
                  </tr>
                </table>`

const logo = (brand: Brand): string =>
  `<img src="${escaped(brand.logo)}" alt="${brand.name === '' ? '{{showName}}' : escaped(brand.name)}" width="160" style="display:block;width:160px;max-width:100%;height:auto;border:0;" />`

function headRow(brand: Brand, plain: boolean, { ink }: Scheme): string {
  if (brand.logo === '' && plain) return ''
  const content = brand.logo === '' ? '{{showName}}' : logo(brand)
  return `            <tr>
              <td class="ink head" style="padding:8px 32px 20px;${font}font-size:18px;line-height:24px;font-weight:bold;color:${ink};">${content}</td>
            </tr>
`
}

const linesOf = (text: string): string[] => text.split(/\r\n?|\n/).map((line) => line.trim())

const footerOf = (text: StarterText, brand: Brand): string[] =>
  brand.footer === ''
    ? [text.reason ?? 'You receive this because you signed up for {{showName}}.']
    : linesOf(brand.footer)

const unsubscribeOf = (brand: Brand): string => (brand.unsubscribe === '' ? '{{unsubscribeUrl}}' : brand.unsubscribe)

const darkRules = ({ page, card, ink, soft, button, onButton }: Scheme): string =>
  `        .page { background-color: ${page} !important; }
        .card { background-color: ${card} !important; }
        .ink { color: ${ink} !important; }
        .soft { color: ${soft} !important; }
        .button { background-color: ${button} !important; }
        .label { color: ${onButton} !important; }`

/** The HTML of a starter in the brand's look. */
export function htmlOf(text: StarterText, brand: Brand): string {
  const { subject, previewText, heading, paragraphs, facts, button, closing, plain = false } = text
  const { light, dark } = schemesOf(brand)
  const content = [
    ...(heading === undefined
      ? []
      : [
          `                <h1 class="ink" style="margin:0 0 16px;${font}font-size:26px;line-height:32px;color:${light.ink};">${heading}</h1>`,
        ]),
    ...paragraphs.map((one) => paragraph(one, light)),
    ...(facts === undefined ? [] : [factTable(facts, light)]),
    ...(button === undefined ? [] : [buttonTable(button, light)]),
    paragraph(`${closing}<br />{{hostName}}`, light),
  ]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
    <title>${subject}</title>
    <style>
      :root { color-scheme: light dark; }
      @media (max-width: 600px) {
        .card { padding: 24px 20px !important; }
        .head { padding: 4px 20px 16px !important; }
      }
      @media (prefers-color-scheme: dark) {
${darkRules(dark)}
      }
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background-color:${light.page};">
    <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${previewText}</div>
    <table class="page" ${table} width="100%" bgcolor="${light.page}" style="background-color:${light.page};">
      <tr>
        <td align="center" style="padding:24px 12px;">
          <!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
          <table ${table} width="100%" style="max-width:600px;">
${headRow(brand, plain, light)}            <tr>
              <td class="card" bgcolor="${light.card}" style="padding:32px;background-color:${light.card};border-radius:8px;">
${content.join('\n')}
              </td>
            </tr>
            <tr>
              <td class="soft" align="center" style="padding:20px 12px;${font}font-size:12px;line-height:18px;color:${light.soft};">
${footerOf(text, brand)
  .map((line) => `                ${escaped(line)}<br />`)
  .join('\n')}
                <a class="soft" href="${escaped(unsubscribeOf(brand))}" style="color:${light.soft};text-decoration:underline;">Unsubscribe</a>
              </td>
            </tr>
          </table>
          <!--[if mso]></td></tr></table><![endif]-->
        </td>
      </tr>
    </table>
  </body>
</html>
`
}

/** Its plain text part, with the same content in the same order. */
export function textOf(text: StarterText, brand: Brand): string {
  const { heading, paragraphs, facts, button, closing } = text
  return [
    ...(heading === undefined ? [] : [heading]),
    ...paragraphs,
    ...(facts === undefined ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(button === undefined ? [] : [`${button.label}: ${button.href}`]),
    `${closing}\n{{hostName}}`,
    [...footerOf(text, brand), `Unsubscribe: ${unsubscribeOf(brand)}\n`].join('\n'),
  ].join('\n\n')
}
