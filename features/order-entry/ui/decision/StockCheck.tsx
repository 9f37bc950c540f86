import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { flushSync } from 'react-dom'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { now } from '#platform/web/clock.ts'
import { ageText } from '#features/skus/rules.ts'
import { SupplyHint } from '#features/skus/ui/parts/SupplyHint.tsx'
import { PanelSection } from './PanelSection.tsx'
import { WhyValidated } from './WhyValidated.tsx'
import type { OrderValidation } from '../../contract.ts'
import { type OrderForm, itemsOf } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { fieldIds, focusLine, focusById } from '../focus.ts'
import { removeSku } from '../lines/line-actions.ts'
import { withAvailable } from '../lines/lines.ts'

type StockLine = OrderValidation['stock']['stockStatus'][number]
type StockCheckProps = {
  validation: OrderValidation
  /** The form that was validated, and the current form. */
  validatedForm: OrderForm
  orderForm: OrderForm
  store: OrderFormStore
}

const count = (units: number) => units.toLocaleString('en-US')
const shortageClass = clsx(
  'badge text-caption inline-flex shrink-0 items-center gap-1 rounded-control px-2 py-0.5',
  'bg-pending-bg text-pending-fg',
)

/** Available stock per SKU, with actions to resolve a shortage. */
export function StockCheck({ validation, validatedForm, store, orderForm }: StockCheckProps) {
  const whyNot = useWhyNot()('orders.backorder')
  const { stockStatus } = validation.stock
  const missingUnits = stockStatus.reduce((total, line) => total + line.shortfall, 0)
  const availableUnits = stockStatus.reduce(
    (total, line) => total + line.requested - line.shortfall,
    0,
  )
  // Approved despite the shortage: this customer accepts backorders.
  const acceptsBackorders = missingUnits > 0 && validation.orderApproved
  const backorderMissing = () => {
    flushSync(() => store.edit((before) => ({ ...before, backorder: true })))
    focusById(fieldIds.validate)
  }
  return (
    <PanelSection
      title="Stock Check"
      tools={<WhyValidated validation={validation} topic="stock" />}
    >
      <ul className="grid gap-2">
        {stockStatus.map((line) => (
          <StockRow
            key={line.skuId}
            line={line}
            validatedForm={validatedForm}
            store={store}
            orderForm={orderForm}
          />
        ))}
      </ul>
      {validation.stock.isHeldForAge && (
        <p className="text-table mt-2 text-muted">
          The order will be on hold until someone checks the stock and releases it.
        </p>
      )}
      {missingUnits > 0 && !orderForm.backorder && !acceptsBackorders && (
        <div className="mt-2">
          <Button
            size="small"
            disabled={whyNot !== undefined}
            aria-describedby="order-split-hint"
            onClick={backorderMissing}
          >
            Split backorder
          </Button>
          <p id="order-split-hint" className="text-caption mt-1 font-normal text-muted">
            {whyNot ?? `Ships ${count(availableUnits)} now; ${count(missingUnits)} backordered`}
          </p>
        </div>
      )}
      {acceptsBackorders && !orderForm.backorder && (
        <p className="text-table mt-2 text-muted">
          {`${backordered(missingUnits)} This customer accepts backorders.`}
        </p>
      )}
      {orderForm.backorder && (
        <p className="text-table mt-2 flex items-center gap-2 text-muted">
          {missingUnits > 0 ? backordered(missingUnits) : 'Everything is in stock now.'}
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

type StockRowProps = {
  line: StockLine
  validatedForm: OrderForm
  store: OrderFormStore
  orderForm: OrderForm
}

function StockRow({ line, validatedForm, store, orderForm }: StockRowProps) {
  const { skuId, available, requested, shortfall, countedAt } = line
  const skuLines = itemsOf(orderForm).filter(({ sku }) => sku?.id === skuId)
  const validatedLine = itemsOf(validatedForm).find(({ sku }) => sku?.id === skuId)
  const name = validatedLine?.sku?.code ?? String(skuId)
  const sellable = Math.max(0, available)
  const reduceToAvailable = () => {
    flushSync(() => store.edit((before) => withAvailable(before, skuId, sellable)))
    if (skuLines[0]) focusLine(skuLines[0].key, 'quantity')
  }
  return (
    <li className="text-table numbers">
      <div className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        {shortfall > 0 && (
          <span className={shortageClass}>
            <TriangleAlert aria-hidden size={12} strokeWidth={2} />
            {`${count(shortfall)} short`}
          </span>
        )}
      </div>
      <p className="text-muted">{`${count(sellable)} available · ${count(requested)} requested`}</p>
      {countedAt && (
        <p className="text-pending-fg flex items-center gap-1">
          <TriangleAlert aria-hidden size={12} strokeWidth={2} className="shrink-0" />
          {`Counted ${ageText(countedAt, now())}: it may have changed since`}
        </p>
      )}
      {shortfall > 0 && (
        <SupplyHint skuId={skuId} quantity={requested} customerId={validatedForm.customer?.id} />
      )}
      {shortfall > 0 && skuLines.length > 0 && (
        <div className="mt-1 flex flex-wrap gap-2">
          {sellable > 0 && (
            <Button
              size="small"
              isOnce
              aria-label={`Use available (${sellable}) of ${name}`}
              onClick={reduceToAvailable}
            >
              {`Use available (${count(sellable)})`}
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
