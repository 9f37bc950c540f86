import { priceName } from '#features/customers/labels.ts'
import { CircleCheck, CircleDashed, History, TriangleAlert } from 'lucide-react'
import type { ReleaseAdvice } from '#features/sales-orders/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { formatMinute } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { CreditApprovalButton } from './CreditApprovalButton.tsx'
import { PanelSection } from './PanelSection.tsx'
import { ReleaseAdviceList } from './ReleaseAdviceList.tsx'
import { StockCheck } from './StockCheck.tsx'
import { WhyValidated } from './WhyValidated.tsx'
import type { OrderValidation } from '../../contract.ts'
import { type OrderForm, itemsOf } from '../order-form.ts'
import {
  type OrderFormState,
  type OrderFormStore,
  mayBeCreated,
  type Outcome,
} from '../order-form-store.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { CreditCheck } from './CreditCheck.tsx'
import { fieldIds } from '../focus.ts'
import { OtherCustomerWarning } from '../customer/OtherCustomerWarning.tsx'
import { saveDraftNow } from '../drafts/save-draft.ts'

// Few orders need it, so it is loaded when one does.
const OrderDifferences = lazyPart(
  async () => (await import('./OrderDifferences.tsx')).OrderDifferences,
)

type OrderDecisionProps = { store: OrderFormStore; state: OrderFormState; autosave: DraftAutosave }

/** The validation result, with actions to resolve a rejection. */
export function OrderDecision({ store, state, autosave }: OrderDecisionProps) {
  const { outcome, orderForm } = state
  const visibleResult = visibleResultOf(outcome)
  const validation = visibleResult?.validation
  const customer = visibleResult?.orderForm.customer?.customer
  const isStale = outcome.kind === 'changed'
  return (
    <section aria-label="Validation" className="card min-w-0 p-4">
      <Status state={state} />
      <OtherCustomerWarning orderForm={orderForm} store={store} />
      {validation && visibleResult && customer && (
        <div className={`mt-4 grid gap-4 ${isStale ? 'opacity-80' : ''}`}>
          {validation.differences && validation.differences.length > 0 && (
            <OrderDifferences
              validation={validation}
              differences={validation.differences}
              orderForm={visibleResult.orderForm}
            />
          )}
          <CreditCheck validation={validation} customer={customer} isAlert={!isStale}>
            <ReleaseAdviceList advice={adviceFor(validation, ['credit'])} />
            {!isStale && !validation.credit.isHeldForCredit && (
              <CreditApprovalButton orderForm={visibleResult.orderForm} autosave={autosave} />
            )}
          </CreditCheck>
          <StockCheck
            validation={validation}
            validatedForm={visibleResult.orderForm}
            store={store}
            orderForm={orderForm}
          />
          <PricingSummary validation={validation} />
          {validation.resembles !== undefined && (
            <PanelSection title="Possible duplicate">
              <p className="text-table">
                {`${validation.resembles}. The order will be parked until someone reviews it.`}
              </p>
            </PanelSection>
          )}
          {isHeld(validation) && (
            <PanelSection
              title="Hold"
              tools={
                isHoldDecided(validation) && <WhyValidated validation={validation} topic="hold" />
              }
            >
              <p className="text-table">The order will be created on hold.</p>
              <ReleaseAdviceList advice={adviceFor(validation, otherHolds)} />
            </PanelSection>
          )}
          <LineItems validation={validation} orderForm={visibleResult.orderForm} />
          {!mayBeCreated(validation) && (
            <Button size="small" onClick={() => void saveDraftNow(store, autosave)}>
              Save draft
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** The result to show, and the form it applies to; a rejection remains visible after edits. */
function visibleResultOf(outcome: Outcome) {
  if (outcome.kind === 'current') return outcome
  return outcome.kind === 'changed' ? outcome.refusal : undefined
}

function Status({ state }: { state: OrderFormState }) {
  const { icon: Icon, text, tone, hint } = statusOf(state)
  return (
    <div role="status">
      <h2 id={fieldIds.status} tabIndex={-1} className="text-card -mx-1 w-fit rounded-control px-1">
        Order Status
      </h2>
      <p className={`text-label mt-1 flex items-center gap-2 ${tone}`}>
        <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
        {text}
      </p>
      {hint && <p className="text-table mt-1 text-muted">{hint}</p>}
    </div>
  )
}

function statusOf({ outcome, working }: OrderFormState) {
  if (outcome.kind === 'current') {
    const { orderApproved, credit, approval, resembles } = outcome.validation
    const until = approval && formatMinute(approval.expiresAt)
    const what = resembles === undefined ? 'Prices, credit and stock' : 'Prices'
    const heldHint = until && `${what} are held for you until ${until}.`
    const hint = credit.isHeldForCredit
      ? 'It will be created on credit hold until finance releases it.'
      : undefined
    return orderApproved
      ? { icon: CircleCheck, text: 'Approved', tone: 'text-success', hint: heldHint }
      : { icon: TriangleAlert, text: 'Requires Attention', tone: 'text-warning', hint }
  }
  const hint = 'Credit, stock and prices are checked when you validate.'
  if (outcome.kind === 'changed') {
    return { icon: History, text: 'Changed since validation', tone: 'text-warning', hint }
  }
  const text = working === 'validating' ? 'Validating…' : 'Not validated yet'
  return { icon: CircleDashed, text, tone: 'text-muted', hint }
}

/** The holds whose advice is in the section Hold; that on credit is beside its check. */
const otherHolds = ['stock', 'margin', 'payment'] as const

function isHeld(validation: OrderValidation): boolean {
  const { credit, stock, orderApproved } = validation
  const isHeldByRule = credit.isHeldForCredit === true || stock.isHeldForAge === true
  return isHeldByRule || (orderApproved && adviceFor(validation, otherHolds).length > 0)
}

/** True if the receipt of the validation has the hold: whether money is there, creation decides. */
function isHoldDecided({ credit, stock, pricing }: OrderValidation): boolean {
  const holds = [credit.isHeldForCredit, stock.isHeldForAge, pricing.isHeldForMargin]
  return holds.includes(true)
}

function adviceFor(
  { releaseAdvice = [] }: OrderValidation,
  holds: readonly ReleaseAdvice['hold'][],
): ReleaseAdvice[] {
  return releaseAdvice.filter(({ hold }) => holds.includes(hold))
}

function PricingSummary({ validation }: { validation: OrderValidation }) {
  const { pricing } = validation
  return (
    <PanelSection
      title="Pricing Summary"
      tools={<WhyValidated validation={validation} topic="tax" />}
    >
      <dl className="text-body numbers grid grid-cols-[1fr_auto] gap-y-1">
        <dt className="text-muted">Subtotal</dt>
        <dd className="text-right">{formatDecimal(pricing.subtotal)}</dd>
        <dt className="text-muted">Tax</dt>
        <dd className="text-right">{formatDecimal(pricing.taxAmount)}</dd>
        <dt className="text-muted">Shipping</dt>
        <dd className="text-right">{formatDecimal(pricing.shippingAmount)}</dd>
        <dt className="border-t border-line pt-1 font-semibold">Total</dt>
        <dd className="border-t border-line pt-1 text-right font-semibold">
          {formatDecimal(pricing.total)}
        </dd>
      </dl>
      {pricing.taxNotice && <p className="text-caption text-warning">{pricing.taxNotice}</p>}
    </PanelSection>
  )
}

function LineItems({
  validation,
  orderForm,
}: {
  validation: OrderValidation
  orderForm: OrderForm
}) {
  const names = new Map(itemsOf(orderForm).map(({ sku }) => [sku?.id, sku]))
  return (
    <PanelSection title="Line Items">
      <ul className="grid gap-2">
        {validation.pricing.lineItems.map((item, index) => (
          // Two lines with the same SKU differ only by index.
          <li key={`${item.skuId} ${index}`} className="text-table numbers flex gap-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{names.get(item.skuId)?.code ?? item.skuId}</span>
              <span className="text-caption block font-normal text-muted">
                {`${item.quantity.toLocaleString('en-US')} × ${formatDecimal(item.unitPrice)}`}
                {` · ${priceName(item.priceSource)}`}
                {item.listedPrice && ` instead of ${formatDecimal(item.listedPrice)}`}
                {item.isBelowCost && <span className="text-warning"> · below its cost</span>}
              </span>
            </span>
            <span className="font-semibold">{formatDecimal(item.totalPrice)}</span>
            <WhyValidated validation={validation} topic="price" lineNo={index + 1} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
