import { clsx } from 'clsx'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { ReturnType } from '../rules.ts'
import { typeNames } from '../labels.ts'

/** Badge for RMA (inbound) or RTV (outbound): by text and arrow, not by color alone. */
export function ReturnTypeBadge({ type }: { type: ReturnType }) {
  const Icon = type === 'rma' ? ArrowDownLeft : ArrowUpRight
  return (
    <span
      className={clsx(
        'badge text-caption inline-flex items-center gap-1 rounded-control px-2 py-0.5',
        'whitespace-nowrap',
        type === 'rma' ? 'bg-processing-bg text-processing-fg' : 'bg-draft-bg text-draft-fg',
      )}
    >
      <Icon aria-hidden size={12} strokeWidth={2} />
      {typeNames[type]}
    </span>
  )
}
