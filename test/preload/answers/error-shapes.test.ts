import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readErrorBody } from '#answers/error-body.ts'
import type { Json } from '#contract/json.ts'
import { seed } from '../../support/runs.ts'

// Catches a refusal of which the person reads a general word, or nothing, while the answer says what is wrong.
test.each<[Json, said: string]>([
  [{ non_field_errors: ['The end must be after the start.'] }, 'must be after the start'],
  [{ name: ['This field may not be blank.'] }, 'may not be blank'],
  [
    { error: { message: '(#100) Unsupported operation', code: 100, error_user_msg: 'The video has already ended.' } },
    'already ended',
  ],
  [
    { errors: [{ message: 'Validation error, cannot save template.', context: 'Template name is too long' }] },
    'name is too long',
  ],
  [
    {
      'hydra:title': 'An error occurred',
      'hydra:description': 'name: This value should not be blank.',
      violations: [{ propertyPath: 'name', message: 'This value should not be blank.' }],
    },
    'should not be blank',
  ],
  [{ exceptionMessage: 'The channel is not broadcasting.' }, 'not broadcasting'],
  [{ errorMessages: ['The workflow does not allow this step'], errors: {} }, 'does not allow this step'],
  [{ error: { type: 'request_error', code: 'x', detail: 'This has already been fully refunded.' } }, 'fully refunded'],
  [
    {
      name: 'UNPROCESSABLE_ENTITY',
      message: 'The requested action could not be performed.',
      details: [
        { field: '/amount', issue: 'MAX', description: 'The amount must be less than or equal to the capture.' },
      ],
    },
    'less than or equal',
  ],
  [{ ErrorCode: 1101, Message: 'The alias is already in use on this server.' }, 'already in use'],
  [
    {
      type: 'about:blank',
      title: 'Not valid',
      'invalid-params': [{ name: 'amount', reason: 'must be a positive integer' }],
    },
    'positive integer',
  ],
  [
    [{ message: 'Required fields are missing: [Name]', errorCode: 'REQUIRED', fields: ['Name'] }],
    'Required fields are missing',
  ],
  [{ errors: 'The order is archived and cannot be changed' }, 'is archived'],
  [
    {
      error: 'Something strange occurred.',
      developer_message: 'x',
      invalid_parameters: [{ field: 'name', error: 'This name is too long.' }],
    },
    'name is too long',
  ],
  [
    { meta: { status: 422, title: 'Invalid State Change', message: 'The stream is starting and cannot be stopped.' } },
    'is starting',
  ],
  [{ Fault: { Error: [{ Message: 'Object not found', Detail: 'No invoice has the number 12' }] } }, 'number 12'],
  [{ status: 'fail', data: { title: 'A title is required' } }, 'title is required'],
  [{ response: { errors: { base: ['Seats are sold out for this show'] } } }, 'sold out'],
  [
    { errors: [{ extensions: { debugMessage: 'SQL syntax near LIMIT' }, message: 'The poll has closed' }] },
    'has closed',
  ],
  [{ statusText: 'Bad Request', problems: [{ explanation: 'Only drafts can be removed' }] }, 'Only drafts'],
  [
    { error: { errors: [{ domain: 'global', reason: 'notFound', message: 'The broadcast is gone' }], code: 404 } },
    'broadcast is gone',
  ],
  [{ 'ERROR-DESCRIPTION': 'The token has run out', error: 'invalid_grant' }, 'token has run out'],
  [{ msg: '\u9000\u6b3e\u91d1\u989d\u8d85\u8fc7\u8ba2\u5355\u91d1\u989d', code: 40013 }, '\u9000\u6b3e'],
  [{ errors: { address: { city: ['City is unknown to the post'] } } }, 'unknown to the post'],
  [
    {
      message: 'Request failed',
      help: 'See https://docs.example.com',
      cause: { message: 'The key has no right to vote' },
    },
    'right to vote',
  ],
])('%j says what is wrong', (body, said) => {
  expect(readErrorBody(body).message).toContain(said)
})

// Catches a field that is named in a way that the reader does not follow, so that its form does not point at it.
test.each<[Json, path: string]>([
  [{ errors: [{ source: { pointer: '/data/attributes/title' }, detail: 'No title' }] }, 'data.attributes.title'],
  [{ violations: [{ propertyPath: 'lines[0].price', message: 'Too low' }] }, 'lines.0.price'],
  [{ details: [{ instancePath: '#/amount', message: 'Too low' }] }, 'amount'],
  [{ detail: [{ loc: ['body', 'amount'], msg: 'Too low', type: 'value_error' }] }, 'body.amount'],
  [{ errors: { 'user.name': ['Name is taken'] } }, 'user.name'],
  [{ name: ['This field may not be blank.'] }, 'name'],
  [{ errors: { address: { city: ['City is unknown'] } } }, 'address.city'],
  [{ fieldErrors: [{ fieldName: 'amount', defaultMessage: 'Too low' }] }, 'amount'],
  [{ invalidParams: [{ name: 'amount', reason: 'Too low' }] }, 'amount'],
  [{ errors: [{ param: '$.card.number', text: 'Number is short' }] }, 'card.number'],
  [{ data: { refund: { userErrors: [{ field: ['refund', 'amount'], message: 'Too low' }] } } }, 'refund.amount'],
])('%j names its field', (body, path) => {
  expect(readErrorBody(body).fields.map((one) => one.path)).toContain(path)
})

// Catches a code, an address, a stack or a page that is shown as what the platform said.
test.each<[Json]>([
  [{ error: { code: 'ERR_9', stack: 'at send (a.js:1) at main (b.js:2)', id: '7f' } }],
  [{ type: 'https://example.com/problems/none', instance: '/refunds/9' }],
  [{ documentation_url: 'https://docs.example.com/errors and more' }],
  [{ message: '<html><body>Bad Gateway</body></html>' }],
  [{ data: { id: 'a1', status: 'failed', name: 'My long template name', description: 'About the evening show' } }],
])('%j says nothing for a person', (body) => {
  expect(readErrorBody(body).message).toBeUndefined()
})

// Catches a sentence that is lost because of the name, the case or the depth of its place.
test(`a sentence is found under any name of a problem (seed ${seed})`, () => {
  const strange = fc.constantFrom('', 'zorb', 'plimt', 'quaver')
  const stem = fc.constantFrom('error', 'message', 'reason', 'problem', 'description', 'detail', 'violation', 'fault')
  const spelling = fc.constantFrom<(words: string[]) => string>(
    (words) => words.join('_'),
    (words) => words.join('-').toUpperCase(),
    (words) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  )
  const name = fc.tuple(strange, stem, spelling).map(([a, b, spell]) => spell([a, b].filter((one) => one !== '')))
  const shape = fc.constantFrom<(key: string, text: string) => Json>(
    (key, text) => ({ [key]: text }),
    (key, text) => ({ [key]: [text] }),
    (key, text) => ({ [key]: [{ code: 'E1', text }] }),
    (key, text) => ({ [key]: { code: 7, message: text } }),
    (key, text) => [{ [key]: text }],
    (key, text) => ({ message: 'Request failed', errors: [{ [key]: text, code: 'E1' }] }),
    (key, text) => ({ meta: { status: 422, [key]: text } }),
    (key, text) => ({ error: { code: 'X', [key]: text } }),
  )
  const said = fc.constantFrom('The quota of zorbs is used up', 'Plimt has to be above the quaver')
  fc.assert(
    fc.property(name, shape, said, (key, make, text) => {
      expect(readErrorBody(make(key, text)).message, JSON.stringify(make(key, text))).toContain(text)
    }),
    { seed, numRuns: 500 },
  )
})
