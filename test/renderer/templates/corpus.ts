// The corpus: files of our own making as templates of the world are, read from the folder, from base64, or made here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encoded } from './corpus-bytes.ts'
import { emailHtml } from './email-html.ts'

export interface CorpusFile {
  name: string
  bytes: Uint8Array
}

const folder = join(import.meta.dirname, 'corpus')
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const stored = (under: string): CorpusFile[] =>
  readdirSync(join(folder, under))
    .filter((name) => /\.(?:html|txt)$/.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, under, name))) }))

const letter = ['Hello {{firstName}},', '', 'we play at {{time}}.', 'Bring a friend.', '', '-- ', 'Lamp Room', '']
const link = '<p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>'
/** Every control character but those that end a line. */
const controls = String.fromCharCode(
  ...Array.from({ length: 32 }, (_, code) => code).filter((code) => code !== 10 && code !== 13),
  0x7f,
  0x85,
  0x9f,
)
const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')
const crlf = (lines: string[]): string => lines.join('\r\n')

/** Line ends, long lines, sizes and control characters, which an editor or a checkout could change. */
const made: Record<string, string> = {
  'plain-letter.txt': letter.join('\n'),
  'crlf.html': crlf(['<!doctype html>', '<p>Hello {{firstName}}', '  and friends</p>', link, '']),
  'crlf.txt': crlf(letter),
  'cr.html': '<p>Hello {{firstName}}</p>\r<p>an old file</p>\r',
  'mixed-ends.html': '<p>one</p>\r\n<p>two {{name}}</p>\n<p>three</p>\r<pre>\n\r\n\r\r\n</pre>\n\n\r\n',
  'mixed-ends.txt': 'one\r\ntwo\nthree\rfour \t \n\n\r\n\r',
  'no-last-end.html': '<p>Hello {{firstName}}</p>\t \t',
  'blank.html': ' \n\t\r\n ',
  'long-line.html': `<p>${'Seats for {{firstName}} &amp; friends, row after row. '.repeat(800)}</p>`,
  'long-word.txt': `${'ship🚢'.repeat(4000)}\n`,
  'controls.html': `<p>a\u0000b${controls}c {{na\u0001me}}</p>`,
  'controls.txt': `Hello {{name}},\n\u0000${controls}\u0000`,
  'marks-inside.html': '<p>\ufeffone\u2028two\u2029three\u200bfour\u00adfive \u00a0\u202f\u3000 \ud83d\ude00\ufe0f</p>',
  'invisible-direction.txt': '\u202eevil\u202c {{name}} \u2066{{price}}\u2069 \u200e\u200f\u061c\n',
  'decomposed.txt': 'Cafe\u0301 A\u030a \u1112\u1161\u11ab Z\u0351\u036b\u0343 \ufb01 \u212b\n',
  'big-style.html': `<style>${Array.from({ length: 320 }, (_, n) => `.seat-${n} { color: #0e7490 }`).join('\n')}</style>${link}`,
  'over-102-kb.html': emailHtml(104 * 1024),
  'html-and-subject.json': JSON.stringify({
    subject: 'Tonight {{time}}',
    html: `<p>Hi\r\n</p>${link}`,
    text: 'Hi\r\n',
  }),
  'html-body.json': JSON.stringify(
    { Name: 'Welcome', Subject: 'Hi', HtmlBody: '<p>{{name}}\u0000\u001f</p>', TextBody: '😀\u2028' },
    null,
    '\t',
  ),
  'all-fields.json': JSON.stringify({
    name: 'Night Ferry',
    description: 'Weekly',
    category: 'shows',
    subject: 'A "quoted" \\ subject\t',
    htmlContent: '<p>{{name}}</p>\r\n',
    textContent: '\n{{name}}',
    variables: [{ name: 'name', type: 'text', defaultValue: 'friend 😀' }],
    tags: ['radio', 'نص'],
    previewText: 'Soon…',
    fromName: 'Mira, "the" Ä',
    fromEmail: '{{sender}}@example.org',
    replyTo: '"Doe, Jane" <jane@example.org>, crew@example.org',
  }),
  'alternative.eml': crlf([
    'From: =?UTF-8?Q?Lamp_R=C3=B6om?= <lamp@example.org>',
    'Reply-To: crew@example.org',
    'Subject: =?UTF-8?B?8J+aoiBUb25pZ2h0?= {{time}}',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="two"',
    '',
    '--two',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64('Hello {{firstName}}\r\n\n-- \nend'),
    '--two',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p style=3D"color:#0e7490">Gr=C3=BC=C3=9Fe {{first=',
    'Name}}</p>=20',
    '--two--',
    '',
  ]),
  'windows-1252.eml': crlf([
    'From lamp@example.org Mon Nov 23 21:00:00 2026',
    'From: lamp@example.org',
    'Subject: Old mail',
    'Content-Type: text/html; charset=windows-1252',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<meta charset=3Dwindows-1252><p>caf=E9 =80 {{name}}</p>',
    '',
  ]),
  'attachment.eml': crlf([
    'From: lamp@example.org',
    'Subject: With a picture',
    'Content-Type: multipart/related; boundary=r',
    '',
    '--r',
    'Content-Type: text/html',
    '',
    '<p><img src="cid:lamp" alt="Lamp" width="1"></p>',
    '--r',
    'Content-Type: image/gif; name=lamp.gif',
    'Content-ID: <lamp>',
    'Content-Transfer-Encoding: base64',
    '',
    'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    '--r--',
    '',
  ]),
  'letter.md': '# Tonight\n\nHello {{firstName}}, *come* to [the show]({{watchUrl}}).\n\n- one\n- two\n',
}

/** Every file, by name; at least forty, and every construct that the desk says something about. */
export const corpus: CorpusFile[] = [
  ...stored('.'),
  ...stored('mails'),
  ...Object.entries(encoded).map(([name, text]) => ({ name, bytes: new Uint8Array(Buffer.from(text, 'base64')) })),
  ...Object.entries(made).map(([name, text]) => ({ name: `made-${name}`, bytes: utf8(text) })),
]
