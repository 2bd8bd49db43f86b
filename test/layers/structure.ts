// Rules about folders, READMEs and the size of files.
import type { FileRule, Files } from './files.ts'

const mostReadmeLines = 40
const mostFiles = 40
const mostLines = 450

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const lineCount = (text: string): number => text.replace(/\n$/, '').split('\n').length

function foldersOf(path: string): string[] {
  const folder = folderOf(path)
  return folder === '' ? [] : [folder, ...foldersOf(folder)]
}

function readmeProblems(files: Files): string[] {
  const parents = ['main', 'renderer', 'renderer/views', 'test']
  const folders = new Set([...files.keys()].flatMap(foldersOf).filter((folder) => parents.includes(folderOf(folder))))
  return [...folders].flatMap((folder) => {
    const text = files.get(`${folder}/README.md`)
    if (text === undefined) return [`${folder} has no README.md`]
    return lineCount(text) > mostReadmeLines ? [`${folder}/README.md has ${lineCount(text)} lines`] : []
  })
}

const partOfView = /^(?:[A-Z]\w*View\.vue|view\.ts|README\.md|resources\.ts|(?:resources|model|state|parts)\/.+)$/

function viewProblems(files: Files): string[] {
  return [...files.keys()].flatMap((path) => {
    const inside = /^renderer\/views\/[^/]+\/(?<inside>.+)$/.exec(path)?.groups?.inside
    if (inside === undefined) return []
    if (!partOfView.test(inside)) return [`${path} is no part of a view`]
    return /^(?!parts\/).*\/.*\.vue$/.test(inside) ? [`${path} is a component outside parts`] : []
  })
}

export const structureRules: FileRule[] = [
  {
    name: 'READMEs',
    sentence: `Each folder directly below main, renderer, renderer/views and test has a README.md of at most ${mostReadmeLines} lines.`,
    find: readmeProblems,
    breaches: [{ 'main/undescribed/x.ts': '' }, { 'test/described/README.md': 'line\n'.repeat(mostReadmeLines + 1) }],
  },
  {
    name: 'small folders',
    sentence: `A folder has at most ${mostFiles} files of its own; more go into subfolders.`,
    find: (files) =>
      [...Map.groupBy(files.keys(), folderOf)].flatMap(([folder, { length }]) =>
        length > mostFiles ? [`${folder} has ${length} files`] : [],
      ),
    breaches: [Object.fromEntries(Array.from({ length: mostFiles + 1 }, (_, at) => [`preload/crowded/${at}.ts`, '']))],
  },
  {
    name: 'one shape of views',
    sentence:
      'A view has only view.ts, <Name>View.vue, README.md, resources.ts or resources/, model/, state/ and parts/; its other components are in parts/.',
    find: viewProblems,
    breaches: [{ 'renderer/views/x/helpers.ts': '' }, { 'renderer/views/x/state/X.vue': '' }],
  },
  {
    name: 'short files',
    sentence: `A file of main, preload or renderer has at most ${mostLines} lines, catalog data aside.`,
    find: (files) =>
      [...files].flatMap(([path, text]) =>
        /^(?:main(?!\/platform\/catalog\/)|preload|renderer)\/.*\.(?:ts|vue)$/.test(path) && lineCount(text) > mostLines
          ? [`${path} has ${lineCount(text)} lines`]
          : [],
      ),
    breaches: [{ 'renderer/long.vue': '\n'.repeat(mostLines + 2) }],
  },
]
