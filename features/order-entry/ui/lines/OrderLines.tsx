import './order-lines.css'
import { Plus } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { OrderLine } from './OrderLine.tsx'
import { type OrderForm, type Problems, itemsOf } from '../order-form.ts'
import type { OrderFormState } from '../order-form-store.ts'
import type { LineActions } from './line-actions.ts'
import { duplicateOf } from './lines.ts'
import type { Lookups } from '../pending-lookups.ts'
import type { Preview } from '../decision/use-order-preview.ts'

type OrderLinesProps = {
  state: OrderFormState
  problems: Problems
  preview: Preview
  actions: LineActions
  lookups: Lookups
}

const headings = [
  { name: '#', className: 'text-right' },
  { name: 'SKU', className: '' },
  { name: 'Avail', className: 'text-right' },
  { name: 'Qty', className: 'text-right' },
  { name: 'Price', className: 'text-right' },
  { name: 'Source', className: '' },
  { name: 'Total', className: 'text-right' },
] as const

const addKeys = { title: keysOf('lineAdd'), 'data-keys': keysOf('lineAdd') }

/** The item lines, operated by Enter, arrow keys and scanner. */
export function OrderLines({ state, problems, preview, actions, lookups }: OrderLinesProps) {
  const { orderForm } = state
  const items = itemsOf(orderForm)
  const mayPrice = useMay()('orders.overridePrice')
  return (
    <section
      aria-labelledby="order-items"
      className="card order-lines min-w-0"
      data-priced={mayPrice || undefined}
    >
      <div className="flex items-baseline gap-2 px-4 pt-3 pb-2">
        <h2 id="order-items" className="text-card">
          Items
        </h2>
        <span className="text-caption text-muted">
          {items.length === 1 ? '1 item' : `${items.length} items`}
        </span>
      </div>
      <div
        role="grid"
        aria-labelledby="order-items"
        aria-rowcount={orderForm.lines.length + 1}
        className="order-rows"
      >
        <HeaderRow />
        {orderForm.lines.map((line, index) => (
          <OrderLine
            key={line.key}
            line={line}
            lineNumber={index + 1}
            hint={preview.hintOf(line)}
            problem={problems.lines[line.key]}
            duplicateLineNumber={duplicateLineNumberOf(orderForm, line.key)}
            isRemovable={items.length > 1 && items.includes(line)}
            customerId={orderForm.customer?.id}
            mayPrice={mayPrice}
            actions={actions}
            lookups={lookups}
          />
        ))}
      </div>
      {problems.items && (
        <p role="alert" className="text-table px-4 pt-2 text-danger">
          {problems.items}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <Button icon={Plus} onClick={actions.add} {...addKeys}>
          Add Item
        </Button>
        <div className="max-sm:min-h-11 max-sm:basis-full">
          <Estimate preview={preview} />
        </div>
      </div>
    </section>
  )
}

function HeaderRow() {
  return (
    <div role="row" aria-rowindex={1} className="order-heads">
      {headings.map(({ name, className }) => (
        <span
          key={name}
          role="columnheader"
          data-head={name}
          className={`text-caption ${className}`}
        >
          {name}
        </span>
      ))}
      <span role="columnheader">
        <span className="sr-only">Remove</span>
      </span>
    </div>
  )
}

/** The estimated totals; only validation decides. */
function Estimate({ preview }: { preview: Preview }) {
  const { pricing, subtotal, isOld: isStale, error } = preview
  if (error) return <p className="text-table text-muted">{`No prices yet: ${error.message}`}</p>
  if (!subtotal) return isStale ? <Skeleton className="h-5 w-40" /> : null
  return (
    <dl
      aria-label="Estimate"
      data-old={isStale || undefined}
      className="text-table numbers flex flex-wrap gap-x-4 gap-y-1 text-muted data-old:opacity-70"
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

/** Line number of an earlier line with the same SKU, unless the user confirmed the duplicate. */
function duplicateLineNumberOf(orderForm: OrderForm, key: number): number | undefined {
  const duplicate = duplicateOf(orderForm, key)
  const index = orderForm.lines.findIndex((line) => line.key === key)
  const duplicateIndex = duplicate ? orderForm.lines.indexOf(duplicate) : -1
  const isConfirmed = orderForm.lines[index]?.isDuplicateConfirmed
  return duplicate && duplicateIndex < index && !isConfirmed ? duplicateIndex + 1 : undefined
}
