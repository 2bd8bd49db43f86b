import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import {
  bodyOf,
  hashOf,
  isWholeDocument,
  openBlocks,
  readKept,
} from '../../../../../renderer/views/templates/model/blocks/open.ts'
import type { BlockDocument } from '../../../../../renderer/views/templates/model/blocks/types.ts'

const document: BlockDocument = {
  version: 1,
  blocks: [
    { id: 'a', kind: 'heading', level: 2, html: 'Hi', align: 'center' },
    { id: 'b', kind: 'columns', columns: [[{ id: 'c', kind: 'spacer', height: 8 }], []] },
  ],
}

// Catches code of a person that is thrown away for older blocks, and blocks that are lost although nothing changed.
test('kept blocks are shown only for the code that they made', async () => {
  const made = await hashOf('<p>made</p>')
  const kept = { document: document as unknown as Json, made }
  expect(await openBlocks('<p>made</p>', kept)).toEqual({ document, made, pending: false })
  expect(await openBlocks('<p>made</p>', { ...kept, pending: true })).toEqual({ document, made, pending: true })
  expect(await openBlocks('<p>made</p> ', kept)).toMatchObject({
    document: { version: 1, blocks: [{ id: 'code', kind: 'raw', html: '<p>made</p> ' }] },
    older: document,
  })
  expect((await openBlocks('<p>\r\n\u0000', undefined)).document).toEqual({
    version: 1,
    blocks: [{ id: 'code', kind: 'raw', html: '<p>\r\n\u0000' }],
  })
  expect((await openBlocks('', undefined)).document).toEqual({ version: 1, blocks: [] })
})

// Catches a forged draft that stops the editor, and two blocks that answer to one id.
test('what a draft keeps is read with care', () => {
  expect(readKept(undefined)).toBeUndefined()
  expect(readKept({ document: 3, made: 'x' })).toBeUndefined()
  expect(readKept({ document: { blocks: {} }, made: 'x' })).toBeUndefined()
  expect(
    readKept({
      made: 'x',
      document: {
        blocks: [
          null,
          'text',
          { kind: 'carousel', id: 'z' },
          { kind: 'heading', id: 'a', level: 9, html: 4, align: 'justify' },
          { kind: 'spacer', id: 'a', height: 1e9 },
          {
            kind: 'columns',
            id: 'b',
            columns: [
              [
                { kind: 'columns', columns: [] },
                { kind: 'raw', html: '<p>' },
              ],
              7,
            ],
          },
          { kind: 'columns', id: 'c', columns: [[]] },
        ],
      },
    })?.document.blocks,
  ).toEqual([
    { id: 'a', kind: 'heading', level: 1, html: '', align: 'left' },
    { id: 'a-2', kind: 'spacer', height: 400 },
    { id: 'b', kind: 'columns', columns: [[{ id: 'block-2', kind: 'raw', html: '<p>' }], []] },
  ])
})

// Catches a document that is put into another one.
test('a document is told from a piece of one', () => {
  const whole = '<!DOCTYPE html><html><head></head><body class="a > b">x<p>y</p></body></html>'
  expect(isWholeDocument(whole)).toBe(true)
  expect(isWholeDocument('<header>x</header><p>y</p>')).toBe(false)
  expect(bodyOf(whole)).toBe('x<p>y</p>')
  expect(bodyOf('<p>y</p>')).toBe('<p>y</p>')
  expect(bodyOf('<body>open')).toBe('open')
})
