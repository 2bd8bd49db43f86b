import { defined } from '#contract/defined.ts'
import { expect, test, vi } from 'vitest'
import { reactive } from 'vue'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import { createAnalyser, type AnalysisWorker } from '../../../../renderer/views/templates/model/analyser.ts'
import { createResponder } from '../../../../renderer/views/templates/model/responder.ts'
import { emailHtml } from '../email-html.ts'
import { defaults, template } from './support.ts'
import type { Question } from '../../../../renderer/views/templates/model/protocol.ts'
import type { Analysis } from '../../../../renderer/views/templates/model/types.ts'

/** The worker's code behind a port that copies like a real one. */
function startHere() {
  const tell = (answer: unknown): void =>
    (port.onmessage as unknown as (event: { data: unknown }) => void)({ data: structuredClone(answer) })
  const respond = createResponder(tell)
  const questions: Question[] = []
  const port = {
    onmessage: null,
    onerror: null,
    terminate: vi.fn(),
    postMessage: (sent: Question) => {
      const question = structuredClone(sent)
      questions.push(question)
      void respond(question).then(tell)
    },
  } as unknown as AnalysisWorker & { terminate: ReturnType<typeof vi.fn> }
  return { port, questions }
}

function setUp() {
  const { port, questions } = startHere()
  const results: Analysis[] = []
  const firsts: Array<Analysis['rendered']> = []
  const failures: string[] = []
  const analyser = createAnalyser(
    (result) => results.push(result),
    (message) => failures.push(message),
    () => port,
    (rendered) => firsts.push(rendered),
  )
  const until = (generation: number) => expect.poll(() => results.at(-1)?.generation).toBe(generation)
  return { analyser, port, questions, results, failures, firsts, until }
}

// One analysis for each keystroke would leave the preview further behind with every letter.
test('the newest state wins, nothing queues up behind it', async () => {
  const { analyser, questions, results, until } = setUp()
  let last = 0
  for (let letter = 0; letter < 50; letter++)
    last = analyser.update(template({ subject: 'x'.repeat(letter + 1) }), defaults)
  await until(last)
  expect(results.map(({ generation }) => generation)).toEqual([1, 50])
  expect(questions).toHaveLength(2)
  expect(results.at(-1)).toEqual(await analyse(template({ subject: 'x'.repeat(50) }), defaults, undefined, 50))
})

// 300 KB copied for a letter in the subject is a dropped frame on a slow machine.
test('only what changed travels', async () => {
  const { analyser, questions, until } = setUp()
  const one = template({ htmlContent: emailHtml(), variables: [{ name: 'a', type: '', defaultValue: '' }] })
  await until(analyser.update(one, defaults))
  await until(
    analyser.update({ ...one, subject: 'Other', variables: [...one.variables], tags: [...one.tags] }, defaults),
  )
  expect(questions[1]?.changed).toEqual({ subject: 'Other' })
})

// A person who opens a long template would look at an empty pane while its problems are counted, or see another mail first.
test('a long template that was opened is shown before it is analysed, with the same values', async () => {
  const { analyser, results, firsts, until } = setUp()
  const variables = ['first_name', 'show_title', 'show_date', 'watch_url', 'user_id'].map((name) => ({
    name,
    type: 'text',
    defaultValue: `<${name}>`,
  }))
  const long = template({ htmlContent: emailHtml(), subject: 'For {{first_name}}', variables })
  analyser.opened()
  await until(analyser.update(long, defaults))
  // The first words of the mail are known only with its analysis.
  expect(firsts).toEqual([defined({ ...results[0]?.rendered, firstText: undefined })])
  await until(analyser.update({ ...long, subject: 'Typed' }, defaults))
  analyser.opened()
  await until(analyser.update(template({ htmlContent: '<p>Short</p>' }), defaults))
  expect(firsts).toHaveLength(1)
})

// A form's reactive object can't be cloned: the first keystroke would throw.
test('takes reactive objects', async () => {
  const { analyser, results, until } = setUp()
  const form = reactive({
    template: template({ variables: [{ name: 'a', type: '', defaultValue: 'b' }], tags: ['t'] }),
    samples: { ...defaults },
    base: { replyTo: 'x', tags: ['a'] },
  })
  await until(analyser.update(form.template, form.samples, { id: 'tpl-1', base: form.base }))
  const plain = await analyse(
    template({ variables: [{ name: 'a', type: '', defaultValue: 'b' }], tags: ['t'] }),
    defaults,
    { id: 'tpl-1', base: { replyTo: 'x', tags: ['a'] } },
  )
  expect(results[0]?.hash).toBe(plain.hash)
})

// A result after the view has gone would write into what is no longer there.
test('nothing comes after stop', async () => {
  const { analyser, port, results } = setUp()
  analyser.update(template(), defaults)
  analyser.stop()
  await new Promise((resolve) => setImmediate(resolve))
  expect(results).toEqual([])
  expect(port.terminate).toHaveBeenCalledOnce()
})

// A worker that can't be loaded must be reported, and must not block the next try.
test('a broken worker is reported and started again', async () => {
  const broken = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage: () => undefined,
  } as unknown as AnalysisWorker
  const { port } = startHere()
  const workers = [broken, port]
  const results: Analysis[] = []
  const failures: string[] = []
  const analyser = createAnalyser(
    (result) => results.push(result),
    (message) => failures.push(message),
    () => workers.shift() ?? port,
  )
  analyser.update(template(), defaults)
  ;(broken.onerror as unknown as (event: unknown) => void)({ message: 'refused' })
  expect(failures).toEqual(['refused'])
  analyser.update(template(), defaults)
  await expect.poll(() => results.at(-1)?.generation).toBe(2)
})

// What the view relies on for one state, in one look.
test('an analysis', async () => {
  const one = template({
    htmlContent: '<p>{{a}} {{b}} {{a}}</p><a href="https://example.org/{{b}}">go</a>',
    textContent: '{{c}}',
    variables: [{ name: 'b', type: 'string', defaultValue: '<B>' }],
  })
  const analysis = await analyse(one, { set: 'custom', custom: '{"c": ' })
  expect(analysis).toMatchObject({
    generation: 0,
    unknown: ['a', 'c'],
    links: [{ href: 'https://example.org/<B>', text: 'go' }],
    sampleError: { line: 1, column: 7 },
    rendered: { subject: 'Tonight', text: '{{c}}' },
  })
  expect(analysis.rendered.html).toContain('</mark> &lt;B&gt; <mark')
})
