// The first preview of a 2 MB template against parsing the same HTML with parse5, places included: no preview can be made without that.
import { parse } from 'parse5'
import { emptyTemplate } from '../../renderer/views/templates/model/body.ts'
import { firstPreview } from '../../renderer/views/templates/model/preview/first-preview.ts'
import { previewDocument } from '../../renderer/views/templates/model/preview/preview-document.ts'
import { emailHtml } from '../renderer/templates/email-html.ts'
import { compare, type Verdict } from './measure.ts'

export async function benchFirstPreview(): Promise<Verdict[]> {
  const htmlContent = emailHtml(2 * 1024 * 1024)
  const template = { ...emptyTemplate(), htmlContent }
  const times = (work: () => unknown) => async (count: number) => {
    for (let n = 0; n < count; n += 1) await work()
  }
  const comparison = await compare(
    [
      {
        name: 'preview',
        run: times(() => {
          const { html } = firstPreview(template, { set: 'defaults', custom: '' })
          return previewDocument(html, { dark: false, images: true })
        }),
      },
      { name: 'plain', run: times(() => parse(htmlContent)) },
      { name: 'parse5', run: times(() => parse(htmlContent, { sourceCodeLocationInfo: true })) },
    ],
    { rounds: 15, count: 1, warmUp: 3 },
  )
  return [
    {
      name: 'first preview of 2 MB / parsing it with places',
      ratio: comparison.ratio('preview', 'parse5'),
      bound: 1.5,
      keep: 'at most',
      note: `${comparison.ms('preview').toFixed(0)} ms against ${comparison.ms('parse5').toFixed(0)} ms; without places ${comparison.ratio('preview', 'plain').toFixed(2)} x`,
    },
  ]
}
