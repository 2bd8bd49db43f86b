import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

/** The product's folders; tests may import whatever they test. */
const productFolders = ['main', 'preload', 'renderer']

/** Every import below a folder, types included, and the breaches of the rules. */
export async function cruiseProduct(baseDir: string, forbidden: IForbiddenRuleType[] = []): Promise<ICruiseResult> {
  const { output } = await cruise(
    productFolders,
    {
      baseDir,
      validate: forbidden.length > 0,
      ruleSet: { forbidden },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.vue', '.js', '.mjs', '.cjs', '.json'],
    },
  )
  return output as ICruiseResult
}
