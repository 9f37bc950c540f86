import { clsx } from 'clsx'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatMoney } from '#platform/kernel/money.ts'
import {
  allocate,
  differenceText,
  type KnownInvoices,
  matchLines,
  remittanceTotals,
  typedCents,
} from '../../remittance-rules.ts'
import type { RemittanceValues } from './remittance-values.ts'

/** The sums of the rows, and the running difference between them and the payment. */
export function RemittanceSummary({ known }: { known: KnownInvoices }) {
  const { control } = useFormContext<RemittanceValues>()
  const [payment, lines] = useWatch({ control, name: ['amount', 'applications'] })
  const matches = matchLines(lines, known)
  const allocations = lines.flatMap((line, index) => {
    const match = matches[index]
    return match ? [allocate(line, match)] : []
  })
  const totals = remittanceTotals(typedCents(payment), allocations)
  const sums = [
    ['Applied', totals.applied],
    ['Discount', totals.discount],
    ['Written off', totals.writtenOff],
  ] as const
  return (
    <div className="numbers text-table flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
      {sums.map(([name, amount], index) =>
        index === 0 || amount !== 0 ? (
          <span key={name} className="text-muted">{`${name} ${formatMoney(amount)}`}</span>
        ) : null,
      )}
      <output
        className={clsx('text-label', totals.unapplied < 0 && payment.trim() && 'text-danger')}
      >
        {differenceText(payment, totals)}
      </output>
    </div>
  )
}
