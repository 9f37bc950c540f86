import { type DecisionTopic, readDecisionsOfOrder } from '#features/decisions/contract.ts'
import { holdReasonLabel } from '#features/decisions/hold-labels.ts'
import { OrderWhy } from '#features/decisions/ui/parts/OrderWhy.tsx'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'
import { StatusSteps } from '#features/audit/ui/parts/StatusSteps.tsx'
import { formatDay, formatOptionalDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readSalesOrder, type SalesOrder } from '../contract.ts'
import { plainRecordedFields, recordedFields } from '../recorded-fields.ts'
import { shippingMethodNames } from '../rules.ts'
import { CancelAfterDay } from './CancelAfterDay.tsx'
import { sourceNames } from '../labels.ts'

const statusSteps = ['pending', 'processing', 'shipped', 'delivered']

/** The order's progress, the specified fields, the amounts in one row, then the others. */
export function OrderOverview({ order }: { order: SalesOrder }) {
  const { data } = useRead(readSalesOrder, { params: { id: order.id } })
  const decided = useRead(readDecisionsOfOrder, { params: { id: order.id } })
  const hasReceipts = (decided.data?.decisions.length ?? 0) > 0
  const ifPresent = (name: string, value: string | null) => (value ? [{ name, value }] : [])
  return (
    <div className="grid gap-6">
      <StatusSteps entity="sales_order" record={order} sequence={statusSteps} />
      <Facts
        items={[
          { name: 'Order Number', value: order.orderNumber },
          {
            name: 'Status',
            value: <StatusBadge status={order.status} also={order.displayStatus} />,
          },
          { name: 'Total Amount', value: formatDecimal(order.totalAmount) },
          { name: 'Order Date', value: formatOptionalDay(order.orderDate) },
          ...holdFact(order, data?.unpaidAmount),
          ...ifPresent('To release', data?.releaseAdvice?.sentence ?? null),
          ...ifPresent('Requested from warehouse', requestText(order)),
          ...ifPresent('Shipping Address', order.shippingAddress),
          ...plainRecordedFields.flatMap(({ name, label }) => ifPresent(label, order[name])),
        ]}
      />
      <Facts
        items={[
          { name: 'Subtotal', value: formatDecimal(order.subtotal) },
          { name: 'Tax', value: withWhy(order, 'tax', formatDecimal(order.taxAmount)) },
          { name: 'Shipping', value: formatDecimal(order.shippingAmount) },
          ...(hasReceipts
            ? [{ name: 'Credit and stock', value: <CreditAndStock order={order} /> }]
            : []),
          ...ifPresent('Tax Notice', order.taxNotice),
        ]}
      />
      <Facts
        items={[
          { name: 'Customer', value: <CustomerLink order={order} /> },
          { name: recordedFields.customerPO.label, value: order.customerPO },
          { name: 'Source', value: sourceNames[order.orderSource] },
          ...ifPresent('Revision', order.revision > 0 ? String(order.revision) : null),
          { name: 'Ship Date', value: formatOptionalDay(order.shipDate) },
          ...(order.cancelAfter
            ? [{ name: 'Cancel After', value: <CancelAfterDay order={order} /> }]
            : []),
          ...ifPresent('Shipping Method', methodText(order)),
          ...ifPresent('Billing Address', order.billingAddress),
          {
            name: 'Created',
            value: `${formatMoment(order.createdAt)} by ${order.createdByName}`,
          },
        ]}
      />
      <MissingSenderNotice />
    </div>
  )
}

function withWhy(order: SalesOrder, topic: DecisionTopic, text: string) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {text}
      <OrderWhy orderId={order.id} topic={topic} />
    </span>
  )
}

function CreditAndStock({ order }: { order: SalesOrder }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4">
      {withWhy(order, 'credit', 'Credit')}
      {withWhy(order, 'stock', 'Stock')}
    </span>
  )
}

/** The hold with its reason; nothing if the order is not on hold. */
function holdFact(order: SalesOrder, unpaidAmount: string | undefined) {
  const text = holdText(order, unpaidAmount)
  return text ? [{ name: 'Hold', value: withWhy(order, 'hold', text) }] : []
}

type HoldFacts = Pick<SalesOrder, 'holdReason' | 'holdUntil' | 'holdNote'>

/** The hold reason; for a payment hold with the unpaid amount, once it is read. */
function holdText(order: HoldFacts, unpaidAmount: string | undefined): string | null {
  const { holdReason, holdUntil, holdNote } = order
  if (!holdReason) return null
  if (holdReason === 'payment') {
    const amount = unpaidAmount === undefined ? '' : ` of ${formatDecimal(unpaidAmount)}`
    const text = `Waiting for payment${amount}; released automatically when paid`
    return holdNote ? `${text}: ${holdNote}` : text
  }
  const until = holdUntil ? ` until ${formatDay(holdUntil)}` : ''
  return `${holdReasonLabel(holdReason)}${until}${holdNote ? `: ${holdNote}` : ''}`
}

/** The shipping method, if specified. */
function methodText({ shippingMethod }: SalesOrder): string | null {
  return shippingMethod && shippingMethodNames[shippingMethod]
}

function CustomerLink({ order }: { order: SalesOrder }) {
  return (
    <Link to="/customers" search={{ open: order.customerCode }}>
      <IdAndName id={`Customer #${order.customerId}`} name={order.customerName} />
    </Link>
  )
}

/** The pending request to the warehouse. */
function requestText({ cancelRequest }: SalesOrder): string | null {
  if (!cancelRequest) return null
  const what =
    cancelRequest === 'cancel'
      ? 'Cancellation requested: the order is cancelled'
      : 'Recall requested: the order returns to pending'
  return `${what} when the warehouse confirms`
}
