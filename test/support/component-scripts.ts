import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { parse } from 'vue/compiler-sfc'
import { root } from './steps.ts'

const folder = join(root, 'node_modules/.cache/component-scripts')
const suffix = '.component.ts'

/** The script of a generic component uses its type parameters without declaring them; these aliases do. */
function typeParameters(generic: string): string {
  const source = ts.createSourceFile('generic.ts', `type Generic<${generic}> = never`, ts.ScriptTarget.Latest, true)
  const [statement] = source.statements
  if (!statement || !ts.isTypeAliasDeclaration(statement)) return ''
  return (statement.typeParameters ?? [])
    .map(({ name, constraint }) => `type ${name.text} = ${constraint?.getText() ?? 'unknown'}`)
    .join('; ')
}

/** The script of a component; blanks replace the rest, so that lines and columns stay. */
export function componentScript(text: string): string {
  const { script, scriptSetup } = parse(text, { sourceMap: false }).descriptor
  let result = text.replaceAll(/[^\n]/g, ' ')
  for (const block of [script, scriptSetup]) {
    if (!block) continue
    const { start, end } = block.loc
    result = result.slice(0, start.offset) + text.slice(start.offset, end.offset) + result.slice(end.offset)
  }
  const generic = scriptSetup?.attrs.generic
  return typeof generic === 'string' ? `${result}${typeParameters(generic)}\n` : result
}

export interface ComponentScripts {
  /** Where oxlint has to run, with the `oxlint.json` there, to see the paths of the project. */
  folder: string
  files: string[]
  /** Puts the names of components into what oxlint printed. */
  rewrite: (printed: string) => string
}

/**
 * Writes the script of each component into a TypeScript file: oxlint's type-aware rules read no components, and
 * typescript-eslint takes ten times as long.
 */
export function writeComponentScripts(patterns: string[]): ComponentScripts {
  rmSync(folder, { recursive: true, force: true })
  const components = globSync(patterns, { cwd: root }).sort()
  const files = components.map((component) => component.replace(/\.vue$/, suffix))
  for (const [index, component] of components.entries()) {
    const target = join(folder, files[index] ?? '')
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, componentScript(readFileSync(join(root, component), 'utf8')))
  }
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, 'oxlint.json'))
  const fromFolder = relative(folder, root)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: `${fromFolder}/renderer/tsconfig.json`,
      compilerOptions: { rootDir: fromFolder, rootDirs: ['.', fromFolder], outDir: 'out' },
      include: ['renderer/**/*.ts', `${fromFolder}/renderer/*.d.ts`],
      references: [{ path: `${fromFolder}/preload` }, { path: `${fromFolder}/main` }],
    }),
  )
  return { folder, files, rewrite: (printed) => printed.replaceAll(suffix, '.vue') }
}
