import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'
import type { GoodsReturn } from '../contract.ts'
import { partyOf, replacementNames } from '../labels.ts'

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
