// The decisions of the catalog as a table that is committed, so that none of them changes unseen.
import { resolve } from 'node:path'
import { operations } from '../../main/platform/catalog/index.ts'

export const snapshotFile = resolve(import.meta.dirname, 'catalog.snapshot.tsv')
export const riskTableFile = resolve(import.meta.dirname, '../../docs/catalog.md')
export const acceptCommand = 'npm run contract:accept'

const columns = ['key', 'kind', 'risk', 'queueable', 'auth', 'confirmWith']

/** One line per operation: key, kind, risk, queueable, auth, and the read that confirms it with how it matches. */
export function catalogSnapshot(): string {
  const rows = [...operations.values()].map(({ key, kind, risk, queueable, auth, confirmWith }) => [
    key,
    kind,
    risk,
    queueable ? 'queueable' : '-',
    auth,
    confirmWith ? `${confirmWith.match}: ${confirmWith.read}` : '-',
  ])
  return [columns, ...rows].map((row) => `${row.join('\t')}\n`).join('')
}

/** The text of docs/catalog.md with the number of operations of each risk as the catalog counts them. */
export function withRiskCounts(text: string): string {
  const counted = Map.groupBy(operations.values(), ({ risk }) => risk)
  return [...counted].reduce((rewritten, [risk, { length }]) => {
    const row = new RegExp(`^(\\| \`${risk}\` *\\|) *\\d+ *\\|`, 'm')
    if (!row.test(rewritten)) throw new Error(`docs/catalog.md has no row for the risk ${risk}.`)
    return rewritten.replace(row, `$1 ${String(length).padEnd(10)} |`)
  }, text)
}
