import { formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import type { Statement } from '../contract.ts'

const head = 'px-2 py-2 font-medium max-sm:px-1'
const cell = 'px-2 py-1.5 max-sm:px-1'
const amountCell = `${cell} text-right`

/** Lists each posting between the opening and closing balance. */
export function StatementEntries({ statement }: { statement: Statement }) {
  const { from, to, opening, closing, entries } = statement
  return (
    <ScrollRegion label="Statement" className="scroll-x max-h-100 overflow-auto">
      <table className="text-table numbers w-full border-collapse sm:min-w-130">
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            <th scope="col" className={head}>
              Date
            </th>
            <th scope="col" className={head}>
              Description
            </th>
            <th scope="col" className={`${head} text-right`}>
              Amount
            </th>
            <th scope="col" className={`${head} text-right`}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          <Edge day={formatDay(from)} what="Opening balance" amount={opening} />
          {entries.map((entry) => (
            <tr key={entry.id} className="border-b border-line">
              <td className={cell}>{formatDay(entry.postedOn)}</td>
              <td className={`${cell} max-sm:wrap-anywhere`}>{entry.memo}</td>
              <td className={amountCell}>{formatDecimal(entry.amount)}</td>
              <td className={amountCell}>{formatDecimal(entry.balance)}</td>
            </tr>
          ))}
          <Edge day={formatDay(to)} what={balanceLabel(closing)} amount={closing} />
        </tbody>
      </table>
    </ScrollRegion>
  )
}

export function balanceLabel(closing: string): string {
  return cents(closing) < 0 ? 'Credit balance' : 'Balance due'
}

function Edge({ day, what, amount }: { day: string; what: string; amount: string }) {
  return (
    <tr className="border-b border-line font-semibold">
      <td className={cell}>{day}</td>
      <td className={cell} colSpan={2}>
        {what}
      </td>
      <td className={amountCell}>{formatDecimal(amount)}</td>
    </tr>
  )
}
