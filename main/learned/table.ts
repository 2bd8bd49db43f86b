import type { EnvironmentId } from '#contract/models.ts'
import type { Log } from '../ports.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import { noForm } from './form.ts'
import type { Form } from './form.ts'

/** A form in memory. `dirty`: not written as it is now. `news`: another schema since it was last told of. */
export interface Kept {
  form: Form
  updatedAt: string
  dirty: boolean
  news: boolean
}

export interface Row extends Pick<Kept, 'form' | 'updatedAt'> {
  environment: EnvironmentId
  operation: string
}

/** The table `learned`; a form that can't be read counts as none. */
export function createTable(database: ProfileDatabase, log: Log) {
  const all = database.statement(
    'SELECT operation, form, updated_at FROM learned WHERE environment = ? ORDER BY operation',
  )
  const put = database.statement(
    'INSERT OR REPLACE INTO learned (environment, operation, form, updated_at) VALUES (?, ?, ?, ?)',
  )
  const drop = database.statement('DELETE FROM learned WHERE environment = ? AND operation = ?')
  const dropAll = database.statement('DELETE FROM learned WHERE environment = ?')

  return {
    read(environment: EnvironmentId): Map<string, Kept> {
      return new Map(
        all.all(environment).flatMap(({ operation, form, updated_at: updatedAt }): Array<[string, Kept]> => {
          try {
            return [
              [
                String(operation),
                {
                  form: { ...noForm, ...(JSON.parse(String(form)) as Form) },
                  updatedAt: String(updatedAt),
                  dirty: false,
                  news: false,
                },
              ],
            ]
          } catch {
            log.write('warn', 'A learned form in the profile is unreadable and is learned anew.', {
              operation: String(operation),
            })
            return []
          }
        }),
      )
    },
    write(rows: readonly Row[]): void {
      database.transaction(() => {
        for (const { environment, operation, form, updatedAt } of rows)
          put.run(environment, operation, JSON.stringify(form), updatedAt)
      })
    },
    forget(environment: EnvironmentId, operation?: string): void {
      if (operation === undefined) dropAll.run(environment)
      else drop.run(environment, operation)
    },
  }
}
