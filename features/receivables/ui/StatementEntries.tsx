import { formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import type { Statement } from '../contract.ts'

const head = 'px-2 py-2 font-medium'

/** Lists each posting between the opening and closing balance. */
export function StatementEntries({ statement }: { statement: Statement }) {
  const { from, to, opening, closing, entries } = statement
  return (
    // A scrollable region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="max-h-100 overflow-auto" tabIndex={0} role="region" aria-label="Statement">
      <table className="text-table numbers w-full min-w-130 border-collapse">
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
              <td className="px-2 py-1.5">{formatDay(entry.postedOn)}</td>
              <td className="px-2 py-1.5">{entry.memo}</td>
              <td className="px-2 py-1.5 text-right">{formatDecimal(entry.amount)}</td>
              <td className="px-2 py-1.5 text-right">{formatDecimal(entry.balance)}</td>
            </tr>
          ))}
          <Edge day={formatDay(to)} what={balanceLabel(closing)} amount={closing} />
        </tbody>
      </table>
    </div>
  )
}

export function balanceLabel(closing: string): string {
  return cents(closing) < 0 ? 'Credit balance' : 'Balance due'
}

function Edge({ day, what, amount }: { day: string; what: string; amount: string }) {
  return (
    <tr className="border-b border-line font-semibold">
      <td className="px-2 py-1.5">{day}</td>
      <td className="px-2 py-1.5" colSpan={2}>
        {what}
      </td>
      <td className="px-2 py-1.5 text-right">{formatDecimal(amount)}</td>
    </tr>
  )
}
