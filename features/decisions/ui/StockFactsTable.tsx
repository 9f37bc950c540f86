import { formatMoment } from '#platform/ui/dates/moments.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { Decision } from '../contract.ts'

type StockFact = NonNullable<Decision['facts']['stock']>[number]

const count = (units: number) => units.toLocaleString('en-US')

/** The stock of each SKU before the decision, and when the warehouse last counted it. */
export function StockFactsTable({ stock }: { stock: readonly StockFact[] }) {
  return (
    <LinesTable
      label="Stock at that moment"
      heads={['SKU', rightAligned('Available'), rightAligned('Ordered'), 'Last count']}
      className="min-w-72"
    >
      {stock.map(({ skuId, sku, available, ringFenced, requested, ...fact }) => (
        <tr key={skuId} className="border-b border-line align-top">
          <td className="numbers px-2 py-1.5 font-medium">{sku}</td>
          <td className="numbers px-2 py-1.5 text-right">
            {count(available)}
            {ringFenced !== undefined && (
              <span className="block text-muted">
                {`${count(ringFenced)} ring-fenced for others`}
              </span>
            )}
          </td>
          <td className="numbers px-2 py-1.5 text-right">
            {count(requested)}
            {fact.shortfall > 0 && (
              <span className="block text-warning">{`${count(fact.shortfall)} short`}</span>
            )}
          </td>
          <td className="px-2 py-1.5">
            {fact.countedAt ? (
              <time dateTime={fact.countedAt}>{formatMoment(fact.countedAt)}</time>
            ) : (
              'Never counted'
            )}
            {fact.isOld && (
              <span className="block text-warning">Older than the settings allow</span>
            )}
          </td>
        </tr>
      ))}
    </LinesTable>
  )
}
