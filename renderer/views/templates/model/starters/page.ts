// The frame that all starters share: tables with inline styles for old mail clients, and a dark scheme for those that know it.
import type { Template, Variable } from '../types.ts'

export interface Starter {
  id: string
  template: Pick<
    Template,
    'name' | 'description' | 'category' | 'subject' | 'previewText' | 'htmlContent' | 'textContent' | 'variables'
  >
}

export interface StarterText {
  id: string
  name: string
  description: string
  category: string
  subject: string
  previewText: string
  heading: string
  paragraphs: string[]
  /** Label and value, as a small table. */
  facts?: Array<[label: string, value: string]>
  button?: { label: string; href: string }
  closing: string
  /** Variable and default. */
  values: Record<string, string>
}

const font = "font-family:Arial,'Helvetica Neue',Helvetica,sans-serif;"
const shared = {
  showName: 'Night Show',
  hostName: 'The Night Show team',
  unsubscribeUrl: 'https://example.invalid/unsubscribe',
}

/** One starter as the fields of a template. */
export function starter(text: StarterText): Starter {
  const { id, name, description, category, subject, previewText, values } = text
  const variables: Variable[] = Object.entries({ ...values, ...shared }).map(([variable, defaultValue]) => ({
    name: variable,
    type: 'string',
    defaultValue,
  }))
  return {
    id,
    template: {
      name,
      description,
      category,
      subject,
      previewText,
      variables,
      htmlContent: htmlOf(text),
      textContent: textOf(text),
    },
  }
}

const paragraph = (text: string): string =>
  `                <p class="ink" style="margin:0 0 16px;${font}font-size:16px;line-height:24px;color:#1f2937;">${text}</p>`

const fact = ([label, value]: [string, string]): string => `                  <tr>
                    <td class="soft" width="120" valign="top" style="padding:6px 12px 6px 0;${font}font-size:14px;line-height:20px;color:#4b5563;">${label}</td>
                    <td class="ink" valign="top" style="padding:6px 0;${font}font-size:14px;line-height:20px;color:#1f2937;"><strong>${value}</strong></td>
                  </tr>`

const factTable = (facts: Array<[string, string]>): string =>
  `                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">
${facts.map(fact).join('\n')}
                </table>`

// The cell carries the colour, so that the button is one even where padding on links is ignored.
const buttonTable = ({ label, href }: { label: string; href: string }): string =>
  `                <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;">
                  <tr>
                    <td align="center" bgcolor="#1d4ed8" style="border-radius:6px;background-color:#1d4ed8;">
                      <a href="${href}" style="display:inline-block;padding:14px 28px;${font}font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none;">${label}</a>
                    </td>
                  </tr>
                </table>`

function htmlOf({ subject, previewText, heading, paragraphs, facts, button, closing }: StarterText): string {
  const content = [
    `                <h1 class="ink" style="margin:0 0 16px;${font}font-size:26px;line-height:32px;color:#111827;">${heading}</h1>`,
    ...paragraphs.map(paragraph),
    ...(facts === undefined ? [] : [factTable(facts)]),
    ...(button === undefined ? [] : [buttonTable(button)]),
    paragraph(`${closing}<br />{{hostName}}`),
  ]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <title>${subject}</title>
    <style>
      @media (max-width: 600px) {
        .card { padding: 24px 20px !important; }
      }
      @media (prefers-color-scheme: dark) {
        .page { background-color: #0b0f19 !important; }
        .card { background-color: #161c2b !important; }
        .ink { color: #f3f4f6 !important; }
        .soft { color: #b6bdc9 !important; }
      }
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background-color:#f3f4f6;">
    <div style="display:none;max-height:0;overflow:hidden;">${previewText}</div>
    <table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f4f6" style="background-color:#f3f4f6;">
      <tr>
        <td align="center" style="padding:24px 12px;">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
            <tr>
              <td class="card" bgcolor="#ffffff" style="padding:32px;background-color:#ffffff;border-radius:8px;">
${content.join('\n')}
              </td>
            </tr>
            <tr>
              <td class="soft" align="center" style="padding:20px 12px;${font}font-size:12px;line-height:18px;color:#4b5563;">
                You receive this because you signed up for {{showName}}.<br />
                <a class="soft" href="{{unsubscribeUrl}}" style="color:#4b5563;text-decoration:underline;">Unsubscribe</a>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`
}

function textOf({ heading, paragraphs, facts, button, closing }: StarterText): string {
  return [
    heading,
    ...paragraphs,
    ...(facts === undefined ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(button === undefined ? [] : [`${button.label}: ${button.href}`]),
    `${closing}\n{{hostName}}`,
    'You receive this because you signed up for {{showName}}.\nUnsubscribe: {{unsubscribeUrl}}\n',
  ].join('\n\n')
}
