import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { flushSync } from 'react-dom'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { now } from '#platform/web/clock.ts'
import { ageText } from '#features/skus/rules.ts'
import { SupplyHint } from '#features/skus/ui/parts/Supply.tsx'
import { PanelSection } from './PanelSection.tsx'
import type { OrderValidation } from '../../contract.ts'
import { type OrderForm, itemsOf } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { fieldIds, focusLine, focusOn } from '../focus.ts'
import { removeSku } from '../lines/line-actions.ts'
import { withAvailable } from '../lines/lines.ts'

type StockLine = OrderValidation['stock']['stockStatus'][number]
type StockCheckProps = {
  validation: OrderValidation
  /** The form that was validated (`decided`), and the current form (`desk`). */
  decided: OrderForm
  desk: OrderForm
  store: OrderFormStore
}

const count = (units: number) => units.toLocaleString('en-US')
const shortLook = clsx(
  'badge text-caption inline-flex shrink-0 items-center gap-1 rounded-control px-2 py-0.5',
  'bg-pending-bg text-pending-fg',
)

/** Available stock per SKU, with actions to resolve a shortage. */
export function StockCheck({ validation, decided, store, desk }: StockCheckProps) {
  const whyNot = useWhyNot()('orders.backorder')
  const { stockStatus } = validation.stock
  const missing = stockStatus.reduce((total, line) => total + line.shortfall, 0)
  const there = stockStatus.reduce((total, line) => total + line.requested - line.shortfall, 0)
  // Approved despite the shortage: this customer accepts backorders.
  const isAgreed = missing > 0 && validation.orderApproved
  const split = () => {
    flushSync(() => store.edit((before) => ({ ...before, backorder: true })))
    focusOn(fieldIds.validate)
  }
  return (
    <PanelSection title="Stock Check">
      <ul className="grid gap-2">
        {stockStatus.map((line) => (
          <StockRow key={line.skuId} line={line} decided={decided} store={store} desk={desk} />
        ))}
      </ul>
      {validation.stock.isHeldForAge && (
        <p className="text-table mt-2 text-muted">
          The order will be on hold until someone checks the stock and releases it.
        </p>
      )}
      {missing > 0 && !desk.backorder && !isAgreed && (
        <div className="mt-2">
          <Button
            size="small"
            disabled={whyNot !== undefined}
            aria-describedby="order-split-hint"
            onClick={split}
          >
            Split backorder
          </Button>
          <p id="order-split-hint" className="text-caption mt-1 font-normal text-muted">
            {whyNot ?? `Ships ${count(there)} now; ${count(missing)} backordered`}
          </p>
        </div>
      )}
      {isAgreed && !desk.backorder && (
        <p className="text-table mt-2 text-muted">
          {`${backordered(missing)} This customer accepts backorders.`}
        </p>
      )}
      {desk.backorder && (
        <p className="text-table mt-2 flex items-center gap-2 text-muted">
          {missing > 0 ? backordered(missing) : 'Everything is in stock now.'}
          <Button
            size="small"
            kind="ghost"
            onClick={() => store.edit((before) => ({ ...before, backorder: false }))}
          >
            Undo
          </Button>
        </p>
      )}
    </PanelSection>
  )
}

/** Says how many units will be backordered. */
function backordered(units: number): string {
  if (units === 1) return '1 unit is backordered and ships automatically when in stock.'
  return `${count(units)} units are backordered and ship automatically when in stock.`
}

type StockRowProps = { line: StockLine; decided: OrderForm; store: OrderFormStore; desk: OrderForm }

function StockRow({ line, decided, store, desk }: StockRowProps) {
  const { skuId, available, requested, shortfall, countedAt } = line
  const own = itemsOf(desk).filter(({ sku }) => sku?.id === skuId)
  const known = itemsOf(decided).find(({ sku }) => sku?.id === skuId)
  const name = known?.sku?.code ?? String(skuId)
  const some = Math.max(0, available)
  const useAvailable = () => {
    flushSync(() => store.edit((before) => withAvailable(before, skuId, some)))
    if (own[0]) focusLine(own[0].key, 'quantity')
  }
  return (
    <li className="text-table numbers">
      <div className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        {shortfall > 0 && (
          <span className={shortLook}>
            <TriangleAlert aria-hidden size={12} strokeWidth={2} />
            {`${count(shortfall)} short`}
          </span>
        )}
      </div>
      <p className="text-muted">{`${count(some)} available · ${count(requested)} requested`}</p>
      {countedAt && (
        <p className="text-pending-fg flex items-center gap-1">
          <TriangleAlert aria-hidden size={12} strokeWidth={2} className="shrink-0" />
          {`Counted ${ageText(countedAt, now())}: it may have changed since`}
        </p>
      )}
      {shortfall > 0 && <SupplyHint skuId={skuId} quantity={requested} />}
      {shortfall > 0 && own.length > 0 && (
        <div className="mt-1 flex flex-wrap gap-2">
          {some > 0 && (
            <Button
              size="small"
              isOnce
              aria-label={`Use available (${some}) of ${name}`}
              onClick={useAvailable}
            >
              {`Use available (${count(some)})`}
            </Button>
          )}
          <Button
            size="small"
            isOnce
            aria-label={`Remove line ${name}`}
            onClick={() => removeSku(store, skuId)}
          >
            Remove line
          </Button>
        </div>
      )}
    </li>
  )
}
