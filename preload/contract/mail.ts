// What the template studio keeps for all templates, and the compiler of MJML.
import { z } from 'zod'
import { environmentIds, environmentIdSchema } from './models.ts'
import { named, type Of } from './schema.ts'

/** Mail programs that a template can be checked for. */
export const mailClients = [
  'gmail',
  'apple-mail',
  'outlook',
  'outlook-windows',
  'yahoo',
  'aol',
  'samsung-email',
  'thunderbird',
  'protonmail',
  'gmx',
] as const
export type MailClient = (typeof mailClients)[number]

const colour = () => z.string().regex(/^#[\da-f]{6}$/i, 'A colour such as #3b82f6')

/** How starters and blocks look, and whom they are from. An empty text is not used. */
export const brandSchema = named('Brand', () =>
  z.strictObject({
    name: z.string().max(200),
    /** https. */
    logo: z.string().max(2048),
    /** Of buttons and links. */
    accent: colour(),
    background: colour(),
    text: colour(),
    /** Plain text; several lines. */
    footer: z.string().max(2000),
    /** The address behind "Unsubscribe"; may hold a placeholder. */
    unsubscribe: z.string().max(2048),
    fromName: z.string().max(200),
    fromEmail: z.string().max(320),
    replyTo: z.string().max(320),
  }),
)
export type Brand = Of<typeof brandSchema>

/** The brand of a desk where nobody set one. */
export const plainBrand: Brand = {
  name: '',
  logo: '',
  accent: '#4f46e5',
  background: '#f4f4f5',
  text: '#18181b',
  footer: '',
  unsubscribe: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
}

export const mostSnippets = 50
/** UTF-16 units. */
export const longestSnippet = 20_000
export const longestSnippetName = 100

/** A piece of HTML that is put into templates by its name. */
export const snippetSchema = named('Snippet', () =>
  z.strictObject({
    name: z.string().trim().min(1).max(longestSnippetName),
    html: z.string().max(longestSnippet),
  }),
)
export type Snippet = Of<typeof snippetSchema>

export const narrowestShare = 25
export const widestShare = 75

export const mailSettingsSchema = named('MailSettings', () =>
  z.strictObject({
    clients: z.array(z.enum(mailClients)).max(mailClients.length),
    brand: brandSchema(),
    snippets: z.array(snippetSchema()).max(mostSnippets),
    /** Environments whose platform is known to fill in loops, conditions and fallbacks of mustache. */
    sections: z.array(environmentIdSchema()).max(environmentIds.length),
    /** The part of the studio's width that the editor has beside the preview, in percent; absent: the half. */
    editorShare: z.number().int().min(narrowestShare).max(widestShare).exactOptional(),
  }),
)
export type MailSettings = Of<typeof mailSettingsSchema>

/** UTF-16 units of MJML that one call compiles. */
export const longestMjml = 1_000_000

/** UTF-16 units of a test mail; larger ones are saved by the browser. */
export const longestTestMail = 9_000_000

/** `line` counts from 1. */
export const mjmlProblemSchema = named('MjmlProblem', () =>
  z.strictObject({ message: z.string(), tag: z.string(), line: z.number().exactOptional() }),
)
export type MjmlProblem = Of<typeof mjmlProblemSchema>

/** Without `html` the text is no MJML at all, and `problems` say why. */
export const compiledMailSchema = named('CompiledMail', () =>
  z.strictObject({ html: z.string().exactOptional(), problems: z.array(mjmlProblemSchema()) }),
)
export type CompiledMail = Of<typeof compiledMailSchema>
