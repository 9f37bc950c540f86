import { clsx } from 'clsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import type { Preview } from './use-order-preview.ts'

/** The estimated totals of the form as it is; only validation decides. */
export function Estimate({ preview }: { preview: Preview }) {
  const { pricing, subtotal, isOld: isStale, error } = preview
  if (error) return <p className="text-table text-muted">{`No prices yet: ${error.message}`}</p>
  if (!subtotal) return isStale ? <Skeleton className="h-5 w-40" /> : null
  return (
    <dl
      aria-label="Estimate"
      className={clsx(
        'text-table numbers flex flex-wrap justify-between gap-x-4 text-muted',
        isStale && 'opacity-70',
      )}
    >
      <div className="flex gap-1">
        <dt>Subtotal</dt>
        <dd className="font-semibold text-ink">{formatDecimal(subtotal)}</dd>
      </div>
      {pricing && (
        <div className="flex gap-1">
          <dt>Total</dt>
          <dd className="font-semibold text-ink">{formatDecimal(pricing.total)}</dd>
        </div>
      )}
    </dl>
  )
}
