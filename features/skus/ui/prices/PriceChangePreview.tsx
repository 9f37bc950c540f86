import { formatMoney } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { Repricing } from './percentage-price-change.ts'

const previewRows = 8

type PricePreviewProps = {
  plan: Repricing
  /** Why some SKUs are left out. */
  tooFar?: string
}

/** The old and new price of each SKU, shown before saving. */
export function PriceChangePreview({
  plan,
  tooFar = 'Unchanged, because the price would be too high',
}: PricePreviewProps) {
  const moreCount = plan.prices.length - previewRows
  return (
    <section aria-label="Preview" className="mt-6 grid gap-3">
      {plan.outgrown.length > 0 && (
        <Alert tone="warning" title={tooFar}>
          {plan.outgrown.join(', ')}
        </Alert>
      )}
      <PreviewTable plan={plan} />
      {moreCount > 0 && (
        <p className="text-table text-muted">{`and ${moreCount.toLocaleString('en-US')} more`}</p>
      )}
    </section>
  )
}

function PreviewTable({ plan }: { plan: Repricing }) {
  const head = 'text-caption border-b border-line px-2 py-1 text-muted'
  return (
    <table className="text-table w-full">
      <thead>
        <tr>
          <th scope="col" className={`${head} text-left`}>
            SKU
          </th>
          <th scope="col" className={`${head} text-right`}>
            Before
          </th>
          <th scope="col" className={`${head} text-right`}>
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {plan.lines.slice(0, previewRows).map(({ id, sku, before, after }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className="px-2 py-1 text-left font-medium">
              {sku}
            </th>
            <td className="numbers px-2 py-1 text-right text-muted">{formatMoney(before)}</td>
            <td className="numbers px-2 py-1 text-right">{formatMoney(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
