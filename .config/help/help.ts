// In the pages: finds sections by their words. The list is fetched from beside the page when somebody first types.

/** File, title of the page, anchor, title of the section, its text. */
type Section = [file: string, page: string, anchor: string, title: string, text: string]

const most = 20
const shown = 140

function prepare(field: HTMLInputElement, found: HTMLElement, article: HTMLElement): void {
  let list: Promise<Section[]> | undefined
  const wordsOf = (): string[] => field.value.toLowerCase().split(/\s+/).filter(Boolean)

  function show(sections: Section[]): void {
    const words = wordsOf()
    found.hidden = words.length === 0
    article.hidden = !found.hidden
    const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
    const inTitle = sections.filter(([, , , title]) => has(title))
    const inText = sections.filter((one) => !inTitle.includes(one) && has(`${one[3]} ${one[4]}`))
    found.replaceChildren(...[...inTitle, ...inText].slice(0, most).map(entry))
    if (found.childElementCount === 0) found.append(field.dataset.none ?? '')
  }

  function entry([file, page, anchor, title, text]: Section): HTMLElement {
    const item = document.createElement('li')
    const link = document.createElement('a')
    link.href = `${file}#${anchor}`
    link.textContent = title === page ? page : `${page}: ${title}`
    // A section of this very page does not load it anew.
    link.addEventListener('click', () => {
      field.value = ''
      show([])
    })
    const begins = document.createElement('p')
    begins.textContent = text
      .trim()
      .slice(0, shown)
      .replace(/\s\S*$/, '')
    item.append(link, begins)
    return item
  }

  if (field.form !== null) field.form.hidden = false
  field.form?.addEventListener('submit', (event) => event.preventDefault())
  field.addEventListener('input', () => {
    list ??= fetch(`${field.dataset.up}${field.dataset.index}`).then((answer) => answer.json() as Promise<Section[]>)
    void list.then(show)
  })
}

const field = document.querySelector<HTMLInputElement>('input[type="search"]')
const found = document.querySelector<HTMLElement>('.found')
const article = document.querySelector<HTMLElement>('article')
if (field !== null && found !== null && article !== null) prepare(field, found, article)
export {}
