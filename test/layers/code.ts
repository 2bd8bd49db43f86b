// Rules about what code says, read with TypeScript's own parser.
import { basename } from 'node:path'
import ts from 'typescript'
import { parse } from 'vue/compiler-sfc'
import { componentScript } from '../support/component-scripts.ts'
import type { FileRule, Files } from './files.ts'

/** Codes whose own sentences in `renderer/messages/en/errors.json` say all that there is to say. */
const plainCodes = new Set([
  'authentication_required',
  'bad_response',
  'cancelled',
  'forbidden',
  'internal',
  'keychain_denied',
  'keychain_locked',
  'keychain_unavailable',
  'no_credentials',
  'not_authorized',
  'not_found',
  'not_found_here',
  'rate_limited',
  'secret_missing',
  'server_error',
  'storage_full',
  'timed_out',
  'unknown_method',
  'unknown_outcome',
  'unreachable',
])

/** Files that may read `.message`: it is a parser's, a worker's or the platform's own, or it is no error's. */
const messageReaders = new Set([
  // Faults of a text that the person wrote, in the parser's words.
  'renderer/kit/components/text/JsonEditor.vue',
  'renderer/records/products/answer/engine/document.ts',
  'renderer/views/templates/model/import/mjml.ts',
  // Marks in an editor, and what is announced to a screen reader.
  'renderer/kit/components/text/json-codemirror.ts',
  'renderer/air/dock/DockApp.vue',
  'renderer/frame/DeskFrame.vue',
  'renderer/views/templates/parts/code-editor.ts',
  // Of a kept read only code and message are stored.
  'renderer/records/products/answer/exchange-of.ts',
  // Messages of a worker.
  'renderer/records/products/answer/reader.ts',
  'renderer/views/templates/model/analyser.ts',
  // Lines of the log.
  'renderer/views/settings/parts/LogRows.vue',
  // Notices of earlier versions have only a text.
  'renderer/kit/composables/useEvidenceText.ts',
  // Searched, never shown.
  'renderer/views/activity/model/filter.ts',
  // The platform's own words about a field.
  'renderer/kit/composables/useErrorText.ts',
])

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

export const sourceOf = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)

export const placeOf = (path: string, node: ts.Node): string =>
  `${path}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`

export function nodesOf<T extends ts.Node>(source: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = []
  visit(source, (node) => void (is(node) && found.push(node)))
  return found
}

const nameOf = (property: ts.ObjectLiteralElementLike): string => property.name?.getText() ?? ''

/** Whether details of an error have facts; a literal of facts must hold the reason, any other value has it by its type. */
function hasReason(details: ts.Expression | undefined): boolean {
  if (details === undefined || !ts.isObjectLiteralExpression(details)) return false
  const facts = details.properties.find((property) => nameOf(property) === 'facts')
  if (facts === undefined || !ts.isPropertyAssignment(facts)) return facts !== undefined
  const { initializer } = facts
  return (
    !ts.isObjectLiteralExpression(initializer) ||
    initializer.properties.some((property) => nameOf(property) === 'reason' || ts.isSpreadAssignment(property))
  )
}

function errorsWithoutReason(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!/^main\/.*\.ts$/.test(path) || !text.includes('new DeskError(')) return []
    return nodesOf(sourceOf(path, text), ts.isNewExpression).flatMap((error) => {
      const [code, , details] = error.arguments ?? []
      if (error.expression.getText() !== 'DeskError' || hasReason(details)) return []
      if (code !== undefined && ts.isStringLiteral(code) && plainCodes.has(code.text)) return []
      return [`${placeOf(path, error)} ${code?.getText() ?? ''}`]
    })
  })
}

interface TemplateNode {
  content?: unknown
  exp?: { content: string }
  props?: TemplateNode[]
  children?: TemplateNode[]
}

/** The expressions of a template: what it shows, binds and handles. */
function expressionsOf(node: TemplateNode): string[] {
  const { content, exp } = node
  const own = typeof content === 'object' && content !== null && 'content' in content ? [String(content.content)] : []
  const inside = [...(node.props ?? []), ...(node.children ?? [])].flatMap(expressionsOf)
  return [...own, ...(exp === undefined ? [] : [exp.content]), ...inside]
}

/** The code of a file; of a component its script and the expressions of its template. */
function codeOf(path: string, text: string): string {
  if (!path.endsWith('.vue')) return text
  const { template } = parse(text, { sourceMap: false }).descriptor
  const expressions = template?.ast === undefined ? [] : expressionsOf(template.ast as unknown as TemplateNode)
  return [componentScript(text), ...expressions.map((expression) => `;(${expression})`)].join('\n')
}

function readsMessage(path: string, text: string): boolean {
  const source = sourceOf(path, codeOf(path, text))
  return (
    nodesOf(source, ts.isPropertyAccessExpression).some(({ name }) => name.text === 'message') ||
    nodesOf(source, ts.isBindingElement).some(
      ({ name, propertyName }) => (propertyName ?? name).getText() === 'message',
    )
  )
}

function shownMessages(files: Files): string[] {
  return [...files].flatMap(([path, text]) =>
    /^renderer\/(?!kit\/bridge\/).*\.(?:ts|vue)$/.test(path) &&
    !messageReaders.has(path) &&
    text.includes('message') &&
    readsMessage(path, text)
      ? [path]
      : [],
  )
}

function misplacedComposables(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!/^renderer\/(?!(?:\w+\/)?stores[./]).*\.ts$/.test(path)) return []
    const names = sourceOf(path, text)
      .statements.filter((statement) => ts.canHaveModifiers(statement) && isExported(statement))
      .flatMap(declaredNames)
      .filter((name) => /^use[A-Z]/.test(name))
    return names.length === 0 || names.includes(basename(path, '.ts')) ? [] : [`${path} exports ${names.join(', ')}`]
  })
}

const isExported = (statement: ts.HasModifiers): boolean =>
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? '']
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.getText())
    : []
}

export const codeRules: FileRule[] = [
  {
    name: 'reasons of errors',
    sentence:
      'A DeskError of main has the fact `reason`, from which the page makes its sentences, unless its code says all (test/layers/code.ts).',
    find: errorsWithoutReason,
    breaches: [
      { 'main/x.ts': "throw new DeskError('invalid_state', 'It can not be done.')\n" },
      { 'main/x.ts': "throw new DeskError('invalid_state', 'It can not be done.', { facts: { id } })\n" },
      { 'main/x.ts': "const refuse = (code: ErrorCode) => new DeskError(code, 'It can not be done.')\n" },
    ],
  },
  {
    name: 'messages of errors',
    sentence:
      'The message of an error is for scripts and logs: a screen shows DeskErrorPanel, useErrorText or useFieldText.',
    find: shownMessages,
    breaches: [
      { 'renderer/views/x/state/useX.ts': 'export const useX = (error?: Error) => error?.message\n' },
      { 'renderer/kit/composables/useX.ts': 'export const useX = ({ message }: Error) => message\n' },
      { 'renderer/kit/components/X.vue': '<template><p :title="error.message" /></template>\n' },
      { 'renderer/kit/components/X.vue': '<template><b><i>{{ error?.message }}</i></b></template>\n' },
    ],
  },
  {
    name: 'names of composables',
    sentence: 'A file that exports composables is named after one of them.',
    find: misplacedComposables,
    breaches: [{ 'renderer/records/products/lookup.ts': 'export function useLookup(): void {}\n' }],
  },
]

/** Files that are allowed to read a message and do not. */
export const unusedMessageReaders = (files: Files): string[] =>
  [...messageReaders].filter((path) => !readsMessage(path, files.get(path) ?? ''))
