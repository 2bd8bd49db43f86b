// Tests wait for what they mean, never for a time; read with TypeScript's own parser.
import ts from 'typescript'
import { nodesOf, placeOf, sourceOf } from './code.ts'
import type { FileRule, Files } from './files.ts'

/** Files that wait for a time, and why no condition can stand in its place. */
const timed: ReadonlyArray<readonly [path: RegExp, reason: string]> = [
  [/^test\/bench\//, 'A bench measures what happens in a time.'],
  [/^test\/soak\//, 'A random walk plays times of its own.'],
  [/^test\/docs\/pictures\.ts$/, 'Transitions are over before a picture is taken.'],
  [/^test\/support\/until\.ts$/, 'The pause between two looks.'],
  [/^test\/renderer\/kit\/composables\/autosave\.test\.ts$/, 'Its clock is the test.'],
  [/^test\/main\/platform\/ledger\/crash-child\.ts$/, 'A platform takes time to answer.'],
  [/^test\/e2e\/preview-silence\.test\.ts$/, 'A browser tells nothing of a connection that it does not open.'],
  [/^test\/e2e\/show\.test\.ts$/, 'A second announcement would come late.'],
  [/^test\/e2e\/air\/monitor\.test\.ts$/, 'A closed monitor would go on asking.'],
  [/^test\/e2e\/docks\.test\.ts$/, 'The desk stands still, and with it all that could be waited for.'],
  [/^test\/e2e\/commands\.test\.ts$/, 'The banner takes no press in its first moment, and shows no end of it.'],
]

const isTimer = (name: string): boolean => /(?:^|\.)setTimeout$/.test(name)

/** What a promise waits for: the parameters of its executor. */
function endsOf(promise: ts.NewExpression): string[] {
  const [executor] = promise.arguments ?? []
  return executor !== undefined && (ts.isArrowFunction(executor) || ts.isFunctionExpression(executor))
    ? executor.parameters.map(({ name }) => name.getText())
    : []
}

/** A promise that only a timer ends; without a time it is a turn of the event loop. */
const isPause = (promise: ts.NewExpression): boolean =>
  promise.expression.getText() === 'Promise' &&
  nodesOf(promise, ts.isCallExpression).some(({ expression, arguments: [end, time] }) => {
    if (!isTimer(expression.getText()) || end === undefined || time === undefined || time.getText() === '0')
      return false
    return endsOf(promise).some((name) => end.getText() === name || end.getText().startsWith(`() => ${name}(`))
  })

function pausesOf(path: string, text: string): string[] {
  if (!/setTimeout|waitForTimeout|timers\/promises/.test(text)) return []
  const source = sourceOf(path, text)
  return [
    ...nodesOf(source, ts.isNewExpression).filter(isPause),
    ...nodesOf(source, ts.isCallExpression).filter(({ expression }) =>
      expression.getText().endsWith('.waitForTimeout'),
    ),
    ...nodesOf(source, ts.isImportDeclaration).filter(({ moduleSpecifier }) =>
      /timers\/promises/.test(moduleSpecifier.getText()),
    ),
  ].map((node) => placeOf(path, node))
}

const tests = (files: Files) => [...files].filter(([path]) => /^test\/.*\.ts$/.test(path))

export const waitRule: FileRule = {
  name: 'waits for a time',
  sentence:
    'A test waits for what it means (expect.poll, a locator, an event, test/support/until.ts) or drives the clock, never for a time (test/layers/waits.ts).',
  find: (files) =>
    tests(files).flatMap(([path, text]) => (timed.some(([one]) => one.test(path)) ? [] : pausesOf(path, text))),
  breaches: [
    { 'test/main/x.test.ts': 'await new Promise((done) => setTimeout(done, 50))\n' },
    {
      'test/main/x.test.ts':
        'const sleep = (ms: number) => new Promise((done) => void globalThis.setTimeout(done, ms))\n',
    },
    { 'test/main/x.test.ts': 'await new Promise<void>(function (end) { setTimeout(() => end(), 1_000) })\n' },
    { 'test/main/x.test.ts': "import { setTimeout as wait } from 'node:timers/promises'\n" },
    { 'test/e2e/x.test.ts': 'await page.waitForTimeout(300)\n' },
  ],
}

/** Exceptions of which no file waits any more. */
export const unusedWaits = (files: Files): string[] =>
  timed
    .filter(([one]) => !tests(files).some(([path, text]) => one.test(path) && pausesOf(path, text).length > 0))
    .map(([one]) => one.source)
