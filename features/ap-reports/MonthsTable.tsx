import { formatDecimal } from '#platform/kernel/money.ts'
import { Loaded } from '#platform/ui/Loaded.tsx'
import { ScrollRegion } from '#platform/ui/ScrollRegion.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type ApMonth, listApMonths } from './contract.ts'

const heads = ['Month', 'Billed', 'Payments', 'Paid', 'Discounts Taken', 'Largest Payment']

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
      <h2 id="months-title" className="text-card p-3 md:px-4">
        Monthly Payment Summary
      </h2>
      <ScrollRegion label="Months">
        <table className="text-table w-full min-w-140 border-collapse">
          <thead>
            <tr className="text-caption border-y border-line text-right text-muted">
              {heads.map((text, index) => (
                <th
                  key={text}
                  scope="col"
                  className={`px-4 py-2 font-medium ${index === 0 ? 'text-left' : ''}`}
                >
                  {text}
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
