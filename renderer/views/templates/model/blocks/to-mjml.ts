import type { Brand } from '#contract/mail.ts'
import { schemesOf, type Scheme } from '../brand/colours.ts'
import { escapeAttribute, escapeText, isLinkable, mailHtml } from './inline-html.ts'
import type { Block, BlockDocument, FooterBlock, LeafBlock, PictureBlock } from './types.ts'

export interface Look {
  brand: Brand
  /** A language tag, for screen readers. */
  lang?: string
  /** Shown by mail clients after the subject, and hidden in the mail. */
  previewText?: string
}

/** Installed with every system, so that nothing is fetched. */
const font = "Arial, 'Helvetica Neue', Helvetica, sans-serif"
const headingSizes = { 1: 28, 2: 22, 3: 18 } as const
/** Between the edge of the mail and what it holds, in pixels. */
const side = 24

const attributes = (given: Record<string, string | number | undefined>): string =>
  Object.entries(given)
    .flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : ` ${name}="${escapeAttribute(String(value))}"`,
    )
    .join('')

const picture = ({ src, alt, href, width, align }: PictureBlock): string =>
  src.trim() === ''
    ? ''
    : `<mj-image${attributes({ src: src.trim(), width: width === undefined ? undefined : `${width}px`, align })} alt="${escapeAttribute(alt)}"${attributes(
        { href: isLinkable(href) ? href.trim() : undefined },
      )} />`

function footer({ html, label, href }: FooterBlock, brand: Brand, { soft }: Scheme): string {
  const style = { accent: soft, blocks: true }
  const own = mailHtml(html, style)
  const lines = own === '' ? escapeText(brand.footer).replaceAll('\n', '<br />') : own
  const address = (href.trim() === '' ? brand.unsubscribe : href).trim()
  const words = escapeText(label)
  const leave = isLinkable(address)
    ? `<a href="${escapeAttribute(address)}" style="color:${soft};text-decoration:underline;">${words}</a>`
    : words
  return `<mj-text align="center" font-size="12px" line-height="18px" color="${soft}" css-class="soft">${lines}${
    lines === '' || own !== '' ? '' : '<br />'
  }${leave}</mj-text>`
}

function leaf(block: LeafBlock, brand: Brand, light: Scheme): string {
  switch (block.kind) {
    case 'heading': {
      const size = headingSizes[block.level]
      const inner = mailHtml(block.html, { accent: brand.accent, blocks: false })
      return `<mj-text${attributes({ align: block.align, 'font-size': `${size}px`, 'line-height': `${Math.round(size * 1.25)}px` })} css-class="ink"><h${block.level} style="margin:0;font-size:inherit;line-height:inherit;font-weight:bold;">${inner}</h${block.level}></mj-text>`
    }
    case 'text':
      return `<mj-text${attributes({ align: block.align })} padding-bottom="0" css-class="ink">${mailHtml(block.html, { accent: brand.accent, blocks: true })}</mj-text>`
    case 'picture':
      return picture(block)
    case 'button':
      return `<mj-button${attributes({ href: isLinkable(block.href) ? block.href.trim() : undefined, align: block.align, 'background-color': light.button, color: light.onButton })}>${escapeText(block.label)}</mj-button>`
    case 'divider':
      return `<mj-divider border-width="1px" border-color="${light.soft}" />`
    case 'spacer':
      return `<mj-spacer height="${Math.round(block.height)}px" />`
    case 'footer':
      return footer(block, brand, light)
    case 'raw':
      // A row of its column's table, so that nothing is moved out of that table.
      return `<mj-raw><tr><td>${block.html}</td></tr></mj-raw>`
  }
}

const section = (columns: string[], { card }: Scheme): string =>
  `<mj-section background-color="${card}" padding="0" css-class="card">${columns.map((column) => `<mj-column padding="0">${column}</mj-column>`).join('')}</mj-section>`

/** Neighbours share one section, so that they share one column. */
function sections(blocks: readonly Block[], brand: Brand, light: Scheme): string {
  const done: string[] = []
  let open: string[] = []
  const close = (): void => {
    if (open.length > 0) done.push(section([open.join('')], light))
    open = []
  }
  for (const block of blocks) {
    if (block.kind !== 'columns') {
      open.push(leaf(block, brand, light))
      continue
    }
    close()
    done.push(
      section(
        block.columns.map((column) => column.map((one) => leaf(one, brand, light)).join('')),
        light,
      ),
    )
  }
  close()
  return done.join('')
}

/**
 * A mail of blocks as MJML. What was typed is escaped; text keeps strong, em, u, s, links, lists and breaks, and nothing else.
 * Placeholders such as `{{name}}` stay as they are written. A raw block is passed on as it is.
 */
export function toMjml(document: BlockDocument, { brand, lang, previewText }: Look): string {
  const preview = (previewText ?? '').trim()
  const { light, dark } = schemesOf(brand)
  const logo =
    brand.logo.trim() === ''
      ? ''
      : `<mj-section padding="24px 0 8px"><mj-column><mj-image${attributes({ src: brand.logo.trim(), width: '160px' })} alt="${escapeAttribute(brand.name)}" /></mj-column></mj-section>`
  return `<mjml${attributes({ lang })}>
<mj-head>
${preview === '' ? '' : `<mj-preview>${escapeText(preview)}</mj-preview>`}
<mj-attributes>
<mj-all font-family="${font}" />
<mj-text font-size="16px" line-height="24px" color="${light.ink}" padding="12px ${side}px" />
<mj-button font-size="16px" font-weight="bold" border-radius="6px" inner-padding="14px 28px" padding="12px ${side}px" />
<mj-image padding="12px ${side}px" />
<mj-divider padding="12px ${side}px" />
</mj-attributes>
<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
<mj-style>
@media (prefers-color-scheme: dark) {
body, .page, .page > table { background-color: ${dark.page} !important; }
.card, .card > table { background: ${dark.card} !important; background-color: ${dark.card} !important; }
.ink > div { color: ${dark.ink} !important; }
.ink a { color: ${dark.button} !important; }
.soft > div, .soft a { color: ${dark.soft} !important; }
}
</mj-style>
</mj-head>
<mj-body background-color="${light.page}" css-class="page">
${logo}${sections(document.blocks, brand, light)}
</mj-body>
</mjml>`
}
