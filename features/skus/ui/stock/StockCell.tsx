import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ListState } from '#platform/web/list-state.ts'
import { now } from '#platform/web/clock.ts'
import type { Sku } from '../../contract.ts'
import { isLow, sourceText } from '../../rules.ts'

const shape = 'inline-flex items-center gap-1'

/** The stock on hand. At or below the minimum it is red and links to all low SKUs. */
export function StockCell({ sku, list }: { sku: Sku; list: ListState }) {
  const count = sku.currentStock.toLocaleString('en-US')
  const minimum = sku.minimumStock.toLocaleString('en-US')
  if (!isLow(sku)) {
    return (
      <span className={`${shape} font-medium text-success`} title={sourceText(sku, now())}>
        <CircleCheck aria-hidden size={14} strokeWidth={2} />
        {count}
      </span>
    )
  }
  const low = { 'f.stock': 'low', open: undefined, page: undefined }
  return (
    <a
      href={list.hrefOf(low)}
      title={`At or below the minimum of ${minimum}. ${sourceText(sku, now())}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        list.change(low, 'push')
      }}
      className={`${shape} min-h-6 min-w-6 font-semibold text-danger no-underline hover:underline`}
    >
      <TriangleAlert aria-hidden size={14} strokeWidth={2} />
      {count}
      <span className="sr-only">low</span>
    </a>
  )
}
