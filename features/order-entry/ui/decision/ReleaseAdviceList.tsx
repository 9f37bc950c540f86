import type { ReleaseAdvice } from '#features/sales-orders/contract.ts'

/** What would release the order from its holds, one sentence for each; nothing without advice. */
export function ReleaseAdviceList({ advice }: { advice: readonly ReleaseAdvice[] }) {
  if (advice.length === 0) return null
  return (
    <dl aria-label="To release" className="text-table mt-1 grid gap-1">
      {advice.map(({ hold, sentence }) => (
        <div key={hold}>
          <dt className="text-muted">{labels[hold]}</dt>
          <dd>{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}

const labels: Readonly<Record<ReleaseAdvice['hold'], string>> = {
  credit: 'Hold for credit',
  stock: 'Hold for stock',
  price: 'Hold for price',
  address: 'Hold for address',
  duplicate: 'Hold as a duplicate',
  manual: 'Hold',
  payment: 'Hold for payment',
  margin: 'Hold for margin',
  parked: 'Parked as a possible duplicate',
}
