import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { GoodsReturn } from '../contract.ts'
import type { ReturnType } from '../rules.ts'
import { partyOf, replacementNames, typeNames } from '../labels.ts'

/** Badge for RMA (inbound) or RTV (outbound): by text and arrow, not by color alone. */
export function TypeBadge({ type }: { type: ReturnType }) {
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

/** Link to the customer or vendor: `Customer #12 · Northwind`. */
export function PartyLink({ goods, isFact = false }: { goods: GoodsReturn; isFact?: boolean }) {
  const { code, name } = partyOf(goods)
  return (
    <Link
      to={goods.type === 'rma' ? '/customers' : '/vendors'}
      search={{ open: goods.partyCode }}
      className={isFact ? '' : 'font-medium no-underline hover:underline'}
    >
      <IdAndName id={code} name={name} />
    </Link>
  )
}

/** Link to another return by its number. */
export function ReturnLink({ returnNumber }: { returnNumber: string }) {
  return (
    <Link to="/returns" search={{ open: returnNumber }} className="numbers">
      {returnNumber}
    </Link>
  )
}

/** Link to the replacement order, with its price: free or original. */
export function ReplacementLink({ goods }: { goods: GoodsReturn }) {
  const { replacementOrderNumber, replacementPrice } = goods
  if (!replacementOrderNumber || !replacementPrice) return null
  return (
    <>
      <Link to="/sales-orders" search={{ open: replacementOrderNumber }} className="numbers">
        {replacementOrderNumber}
      </Link>
      <span className="text-muted">{` · ${replacementNames[replacementPrice].toLowerCase()}`}</span>
    </>
  )
}

/** Link to the original order, or "None". */
export function OriginalLink({ goods }: { goods: GoodsReturn }) {
  if (!goods.originalOrderNumber) return 'None'
  return (
    <Link
      to={goods.type === 'rma' ? '/sales-orders' : '/purchase-orders'}
      search={{ open: goods.originalOrderNumber }}
      className="numbers"
    >
      {goods.originalOrderNumber}
    </Link>
  )
}
