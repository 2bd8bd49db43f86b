import { text } from '../bodies/fields.ts'
import { offered } from './fields.ts'

/** The specification names it "List By Page", and a page's read "Get By Page ID" (section 4.3). */
export const leadsOfPage = offered({
  pageId: text({ label: 'Page', hint: 'Identifier of the page whose leads are listed.' }),
})
