import './order-lines.css'
import { Plus } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { ScanButton } from '#platform/ui/scan/ScanButton.tsx'
import { useCanScan } from '#platform/ui/scan/use-can-scan.ts'
import { OrderLine } from './OrderLine.tsx'
import { type Problems, isItem, itemsOf } from '../order-form.ts'
import type { OrderFormState } from '../order-form-store.ts'
import type { LineActions } from './line-actions.ts'
import { contextsOf } from './lines.ts'
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
  { name: 'Unit', className: '' },
  { name: 'Price', className: 'text-right' },
  { name: 'Disc', className: 'text-right' },
  { name: 'Source', className: '' },
  { name: 'Total', className: 'text-right' },
] as const

const addKeys = { title: keysOf('lineAdd'), 'data-keys': keysOf('lineAdd') }

/** From this number of lines on, the browser skips the layout of those that are out of sight. */
const manyLines = 40

/** The item lines, operated by Enter, arrow keys, scanner and camera. */
export function OrderLines({ state, problems, preview, actions, lookups }: OrderLinesProps) {
  const { orderForm } = state
  const { lines } = orderForm
  const itemCount = itemsOf(orderForm).length
  const contexts = contextsOf(lines)
  const mayPrice = useMay()('orders.overridePrice')
  const canScan = useCanScan()
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
          {itemCount === 1 ? '1 item' : `${itemCount} items`}
        </span>
        {/* As high as the row without it, so that the first line stays where it is. */}
        {canScan && (
          <ScanButton
            target="items"
            onCode={actions.typeScanned}
            className="-mt-3 -mb-2 ml-auto pointer-coarse:-mr-3"
          />
        )}
      </div>
      <div
        role="grid"
        aria-labelledby="order-items"
        aria-rowcount={lines.length + 1}
        data-many={lines.length > manyLines || undefined}
        className="order-rows"
      >
        <HeaderRow />
        {lines.map((line, index) => (
          <OrderLine
            key={line.key}
            line={line}
            lineNumber={index + 1}
            hint={preview.hintOf(line)}
            problem={problems.lines[line.key]}
            duplicateLineNumber={contexts[index]?.duplicateLineNumber}
            series={contexts[index]?.series}
            isRemovable={itemCount > 1 && isItem(line)}
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
      <div className="p-4">
        <Button icon={Plus} onClick={actions.add} {...addKeys}>
          Add Item
        </Button>
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
