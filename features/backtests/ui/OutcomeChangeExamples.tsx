import { Link } from '@tanstack/react-router'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { BacktestExample, BacktestOutcomeChange } from '../contract.ts'
import { outcomeChangeName } from '../labels.ts'

/** The orders with one different outcome: their number, amounts and largest examples. */
export function OutcomeChangeExamples({ change }: { change: BacktestOutcomeChange }) {
  const { orders, totalBefore, totalAfter, examples } = change
  const name = outcomeChangeName(change)
  const count = `${orders.toLocaleString('en-US')} ${orders === 1 ? 'order' : 'orders'}`
  const amounts =
    totalBefore === totalAfter
      ? formatDecimal(totalBefore)
      : `${formatDecimal(totalBefore)} actual, ${formatDecimal(totalAfter)} with changes`
  return (
    <section aria-label={name}>
      <h3 className="text-label">{name}</h3>
      <p className="text-table numbers mb-1">{`${count}, ${amounts}`}</p>
      <LinesTable
        label={`Examples: ${name}`}
        heads={[
          'Order',
          'Date',
          'Customer',
          rightAligned('Actual'),
          rightAligned('With changes'),
          'Credit check with changes',
        ]}
        className="min-w-160"
      >
        {examples.map((example) => (
          <ExampleRow key={example.decisionId} example={example} />
        ))}
      </LinesTable>
      {orders > examples.length && (
        <p className="text-table text-muted">{`The ${examples.length} largest are shown.`}</p>
      )}
    </section>
  )
}

function ExampleRow({ example }: { example: BacktestExample }) {
  const { orderNumber, date, customerCode, customerName, totalBefore, totalAfter } = example
  return (
    <tr className="border-b border-line align-top">
      <td className="px-2 py-1.5">
        {orderNumber === null ? (
          'Not created'
        ) : (
          <Link to="/sales-orders" search={{ open: orderNumber }} className="font-medium">
            {orderNumber}
          </Link>
        )}
      </td>
      <td className="numbers px-2 py-1.5">{formatDay(date)}</td>
      <td className="px-2 py-1.5">{`${customerCode} - ${customerName}`}</td>
      <td className="numbers px-2 py-1.5 text-right">{formatDecimal(totalBefore)}</td>
      <td className="numbers px-2 py-1.5 text-right">{formatDecimal(totalAfter)}</td>
      <td className="px-2 py-1.5">{example.says ?? '—'}</td>
    </tr>
  )
}
