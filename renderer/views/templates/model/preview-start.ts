/** What may stand before a doctype without changing how the page is read. A comment that could end earlier than it looks does not count. */
const beginning = /^(?:\s|<!--(?!-?>)(?:(?!--!?>)[\s\S])*-->)*<!doctype[^>]*>/i

/** Where the preview puts its own head into a message: behind the doctype, which decides how the page is read, else in front. */
export const previewStart = (html: string): number => beginning.exec(html)?.[0].length ?? 0
