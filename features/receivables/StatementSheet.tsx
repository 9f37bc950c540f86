import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import type { Statement } from './contract.ts'

/** The statement of account on paper, as it is sent to the customer. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { customerName, customerCode, billingAddress, paymentTerms } = statement
  const day = (text: string) => formatDay(text as Day)
  return (
    <PrintSheet>
      <article className="text-[10pt] leading-snug text-black">
        <h1 className="text-[18pt] font-semibold">Statement of Account</h1>
        <p>{`${day(statement.from)} to ${day(statement.to)}`}</p>
        <section className="mt-6 w-1/2 border border-black p-3">
          <p className="font-semibold">{`${customerName} (${customerCode})`}</p>
          <p className="whitespace-pre-line">{billingAddress}</p>
          <p>{`Terms: ${paymentTerms}`}</p>
        </section>
        <Lines statement={statement} />
      </article>
    </PrintSheet>
  )
}

function Lines({ statement }: { statement: Statement }) {
  const { opening, closing, entries, from, to } = statement
  const day = (text: string) => formatDay(text as Day)
  const rows = [
    { id: 0, day: from, memo: 'Balance before', amount: '', balance: opening },
    ...entries.map(({ postedOn, ...entry }) => ({ ...entry, day: postedOn })),
    { id: -1, day: to, memo: 'Balance', amount: '', balance: closing },
  ]
  const cell = 'border-b border-black/30 py-1.5 pr-3 align-top'
  return (
    <table className="numbers mt-8 w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-black text-left">
          <th className="py-1 pr-3">Date</th>
          <th className="py-1 pr-3">What</th>
          <th className="py-1 pr-3 text-right">Amount</th>
          <th className="py-1 text-right">Balance</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={cell}>{day(row.day)}</td>
            <td className={cell}>{row.memo}</td>
            <td className={`${cell} text-right`}>{row.amount && formatDecimal(row.amount)}</td>
            <td className={`${cell} pr-0 text-right`}>{formatDecimal(row.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
