import type { EnvironmentId } from '#contract/models.ts'
import type { Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { emptyForm, type Form } from './form.ts'

/** `dirty`: not written as it is now. `unannounced`: the schema changed since the last event. */
export interface StoredForm extends DatedForm {
  dirty: boolean
  unannounced: boolean
}

export interface DatedForm {
  form: Form
  updatedAt: string
}

interface Row extends DatedForm {
  environment: EnvironmentId
  operation: string
}

/** The table `learned`. A form that can't be read counts as none. */
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
    read(environment: EnvironmentId): Map<string, StoredForm> {
      return new Map(
        all.all(environment).flatMap(({ operation, form, updated_at: updatedAt }): Array<[string, StoredForm]> => {
          try {
            const read = { ...emptyForm, ...(JSON.parse(String(form)) as Form) }
            return [[String(operation), { form: read, updatedAt: String(updatedAt), dirty: false, unannounced: false }]]
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
