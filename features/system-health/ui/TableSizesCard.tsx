import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { listTableSizes, previewRetention, type TableSize } from '../contract.ts'
import { dueText, megabytes } from './health-figures.ts'

/** Card with the size of each database table, for administrators. */
export function TableSizesCard() {
  const may = useMay()
  return may('health.check') ? <Card /> : null
}

function Card() {
  const read = useRead(listTableSizes, { everyMs: 60_000 })
  return (
    <section aria-labelledby="table-sizes-title" className="card flex flex-col gap-3 p-4">
      <h2 id="table-sizes-title" className="text-card">
        Database Tables
      </h2>
      <p className="text-table text-muted">
        For tables with a retention period, older rows are deleted every hour. Row counts are
        estimates.
      </p>
      <Loaded read={read}>{(tables) => <Sizes tables={tables} />}</Loaded>
      <DueDeletions />
    </section>
  )
}

/** What the next cleanup of the technical tables deletes, as sentences. */
function DueDeletions() {
  const read = useRead(previewRetention, { everyMs: 60_000 })
  return (
    <Loaded read={read}>
      {({ tables }) => (
        <div>
          <h3 className="text-label mb-1">The next cleanup deletes</h3>
          <p className="text-table text-muted">
            In <code>imports</code>, <code>intake_messages</code> and keys that created a record,
            the row stays and only one column is cleared.
          </p>
          <ul className="text-table numbers">
            {tables.map((due) => (
              <li key={due.table}>
                <code>{due.table}</code> {dueText(due)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}

const number = 'numbers px-2 py-1.5 text-right whitespace-nowrap'

function Sizes({ tables }: { tables: readonly TableSize[] }) {
  const totalBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <ScrollRegion label="Sizes of tables" className="max-h-96 overflow-auto">
      <table className="text-table w-full">
        <caption className="sr-only">Database tables, largest first</caption>
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="px-2 py-1.5">
              Table
            </th>
            <th scope="col" className={number}>
              Size
            </th>
            <th scope="col" className={number}>
              Rows
            </th>
            <th scope="col" className={number}>
              Deleted after
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ name, says, bytes, rows, keptDays }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="min-w-60 px-2 py-1.5 text-left font-normal">
                <code>{name}</code>
                <span className="block text-muted">{says}</span>
              </th>
              <td className={number}>{megabytes(bytes)}</td>
              <td className={number}>{rows === null ? '—' : rows.toLocaleString('en-US')}</td>
              <td className={number}>{keptDays === null ? '—' : counted(keptDays, 'day')}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="px-2 py-1.5 text-left">
              {counted(tables.length, 'table')}
            </th>
            <td className={number}>{megabytes(totalBytes)}</td>
            <td colSpan={2} className={number}>
              with their indexes
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}
