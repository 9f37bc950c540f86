import { formatDecimal } from '#platform/kernel/money.ts'
import { Loaded } from '#platform/ui/Loaded.tsx'
import { ScrollRegion } from '#platform/ui/ScrollRegion.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { ExportRows } from '#platform/ui/table/ExportRows.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type ApMonth, listApMonths } from './contract.ts'

const columns = [
  { id: 'month', header: 'Month' },
  { id: 'billed', header: 'Billed' },
  { id: 'payments', header: 'Payments' },
  { id: 'paid', header: 'Paid' },
  { id: 'discounts', header: 'Discounts Taken' },
  { id: 'largest', header: 'Largest Payment' },
] as const

/** What was billed and paid in each of the twelve months up to the day. */
export function MonthsTable({ list }: { list: ListState }) {
  const asOf = list.search['f.asOf']
  const read = useRead(listApMonths, { query: asOf ? { asOf } : {} })
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-60" />}>
      {(months) => <Months months={months} />}
    </Loaded>
  )
}

function Months({ months }: { months: readonly ApMonth[] }) {
  return (
    <section aria-labelledby="months-title" className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 p-3 md:px-4">
        <h2 id="months-title" className="text-card">
          Monthly Payment Summary
        </h2>
        <ExportRows columns={columns} rows={months} fileName="monthly-payment-summary.csv" />
      </div>
      <ScrollRegion label="Months">
        <table className="text-table w-full min-w-140 border-collapse">
          <thead>
            <tr className="text-caption border-y border-line text-right text-muted">
              {columns.map(({ id, header }, index) => (
                <th
                  key={id}
                  scope="col"
                  className={`px-4 py-2 font-medium ${index === 0 ? 'text-left' : ''}`}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="numbers">
            {months.map((month) => (
              <Row key={month.id} month={month} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function Row({ month }: { month: ApMonth }) {
  const cell = 'px-4 py-2 text-right'
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-4 py-2 text-left font-medium">
        {month.month}
      </th>
      <td className={cell}>{formatDecimal(month.billed)}</td>
      <td className={cell}>{month.payments.toLocaleString('en-US')}</td>
      <td className={`${cell} font-semibold`}>{formatDecimal(month.paid)}</td>
      <td className={cell}>{formatDecimal(month.discounts)}</td>
      <td className={cell}>{formatDecimal(month.largest)}</td>
    </tr>
  )
}
