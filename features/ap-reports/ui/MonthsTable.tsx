import { formatDecimal } from '#platform/kernel/money.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useFilters } from '#platform/ui/records/list-query.ts'
import { MonthsCard } from '#platform/ui/table/MonthsCard.tsx'
import { MonthsFilter } from '#platform/ui/table/filters/MonthsFilter.tsx'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type ApMonth, listApMonths } from '../contract.ts'

const columns = [
  { id: 'month', header: 'Month' },
  { id: 'billed', header: 'Billed', align: 'right' },
  { id: 'payments', header: 'Payments', align: 'right' },
  { id: 'paid', header: 'Paid', align: 'right' },
  { id: 'discounts', header: 'Discounts Taken', align: 'right' },
  { id: 'largest', header: 'Largest Payment', align: 'right' },
] as const

/** Amounts billed and paid per month of a period, by default the twelve months up to the date. */
export function MonthsTable({ list }: { list: ListState }) {
  const { asOf, from, to } = useFilters(list.search)
  const read = useRead(listApMonths, { query: { asOf, from, to } })
  return (
    <>
      <MonthsFilter list={list} />
      <Loaded read={read} skeleton={<Skeleton className="h-60" />}>
        {(months) => (
          <MonthsCard
            title="Monthly Payment Summary"
            columns={columns}
            from={{ endpoint: listApMonths, read }}
            months={months}
            fileName="monthly-payment-summary"
            className="min-w-140"
          >
            {(month) => <Row key={month.id} month={month} />}
          </MonthsCard>
        )}
      </Loaded>
    </>
  )
}

function Row({ month }: { month: ApMonth }) {
  const cell = 'px-4 py-2 text-right'
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
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
