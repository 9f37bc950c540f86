import { formatMoment } from '#platform/ui/dates/moments.ts'
import { type Cents, centsOfSum, decimal, formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { BacktestResult as Result } from '../contract.ts'
import { outcomeChangeName, notesOf } from '../labels.ts'
import { comparedDays } from '../rules.ts'
import { OutcomeChangeExamples } from './OutcomeChangeExamples.tsx'

type BacktestResultProps = { result: Result; finishedAt: string }

/** What a draft would have done: sums, and the orders with a different outcome. */
export function BacktestResult({ result, finishedAt }: BacktestResultProps) {
  const { compared, changed, moves } = result
  const orders = `${changed.toLocaleString('en-US')} of ${compared.toLocaleString('en-US')} orders`
  return (
    <section aria-labelledby="backtest-result" className="card grid gap-4 p-4">
      <div>
        <h2 id="backtest-result" className="text-card">
          {`${orders} would have had a different result`}
        </h2>
        <p className="text-table text-muted">
          {`Orders of the ${comparedDays} days before ${formatMoment(finishedAt)}.`}
        </p>
      </div>
      <Sums result={result} />
      {moves.map((change) => (
        <OutcomeChangeExamples key={outcomeChangeName(change)} change={change} />
      ))}
      <ul className="text-table list-disc pl-5 text-muted">
        {notesOf(result).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}

const sumNames = {
  subtotal: 'Goods',
  taxAmount: 'Sales tax',
  shippingAmount: 'Shipping',
  total: 'Total',
} as const

/** The amounts of the orders that were created, and that would have been. */
function Sums({ result: { before, after } }: { result: Result }) {
  const names = Object.keys(sumNames) as (keyof typeof sumNames)[]
  const difference = after.orders - before.orders
  return (
    <LinesTable
      label="Created orders"
      heads={[
        'Created orders',
        rightAligned('Actual'),
        rightAligned('With changes'),
        rightAligned('Difference'),
      ]}
      className="min-w-120"
    >
      <Row
        name="Orders"
        values={[before.orders, after.orders, difference].map((count) =>
          count.toLocaleString('en-US'),
        )}
      />
      {names.map((name) => (
        <Row
          key={name}
          name={sumNames[name]}
          values={[before[name], after[name], differenceOf(before[name], after[name])].map(
            formatDecimal,
          )}
        />
      ))}
    </LinesTable>
  )
}

function differenceOf(before: string, after: string): string {
  return decimal((centsOfSum(after) - centsOfSum(before)) as Cents)
}

function Row({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-2 py-1.5 text-left font-normal">
        {name}
      </th>
      {values.map((value, index) => (
        <td key={index} className="numbers px-2 py-1.5 text-right">
          {value}
        </td>
      ))}
    </tr>
  )
}
