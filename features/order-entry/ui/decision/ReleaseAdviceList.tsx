import { onHoldText } from '#features/decisions/hold-labels.ts'
import type { ReleaseAdvice } from '#features/sales-orders/contract.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'

/** What would release the order from its holds, one sentence for each; nothing without advice. */
export function ReleaseAdviceList({ advice }: { advice: readonly ReleaseAdvice[] }) {
  if (advice.length === 0) return null
  return (
    <dl aria-label="To release" className="text-table mt-1 grid gap-1">
      {advice.map(({ hold, sentence }) => (
        <div key={hold}>
          <dt className="text-muted">{holdName(hold)}</dt>
          <dd>{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is to be released: `Hold for credit`, `Parked as a possible duplicate`. */
function holdName(hold: ReleaseAdvice['hold']): string {
  return capitalize(onHoldText(hold).replace(/^on /, ''))
}
