// The gallery's own pages: the index, and the step that hands a page its token.
import { galleryAddress, galleryStates, galleryThemes, type GalleryState } from './states.ts'

export interface GalleryView {
  id: string
  title: string
}

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: .4rem .6rem; text-align: left }
  td a { margin-right: .6rem }
  dt { font-weight: 600; float: left; clear: left; width: 6rem }
  dd { margin: 0 0 .2rem 6rem }
`

/** A table with a row for each view and a column for each state; each cell links both themes. */
function index(views: readonly GalleryView[]): string {
  const states = Object.entries(galleryStates) as Array<[GalleryState, string]>
  const links = (view: GalleryView, state: GalleryState): string =>
    galleryThemes
      .map(
        (theme) =>
          `<a href="${galleryAddress(state, theme, view.id)}" aria-label="${view.title}, ${state}, ${theme}">${theme}</a>`,
      )
      .join('')
  const rows = views.map(
    (view) =>
      `<tr data-view="${view.id}"><th scope="row">${view.title}</th>${states.map(([state]) => `<td>${links(view, state)}</td>`).join('')}</tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Showdesk gallery</title>
<style>${style}</style>
<h1>Showdesk gallery</h1>
<p>Every view in each of its states, without a backend. Each page that is opened has sample data of its own; reloading it starts anew.</p>
<table>
<thead><tr><th scope="col">View</th>${states.map(([state]) => `<th scope="col">${state}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>
<h2>States</h2>
<dl>${states.map(([state, meaning]) => `<dt>${state}</dt><dd>${meaning}</dd>`).join('')}</dl>
</html>`
}

/** The page finds its token where a reload would leave it, so that the address after `#` is free for the view. */
const open = `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>Showdesk gallery</title>
<script>
  history.replaceState({ deskToken: new URLSearchParams(location.search).get('token') }, '', '/' + location.hash)
  location.reload()
</script>`

/** The gallery's pages by their path. */
export function galleryDocuments(views: readonly GalleryView[]): (path: string) => string | undefined {
  const documents = new Map([
    ['/gallery', index(views)],
    ['/gallery/open', open],
  ])
  return (path) => documents.get(path)
}
