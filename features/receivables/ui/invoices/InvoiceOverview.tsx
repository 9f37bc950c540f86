import { termsText } from '#features/customers/labels.ts'
import { Link } from '@tanstack/react-router'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import type { InvoiceDetails } from '../../contract.ts'

/** The amounts and the due date of an invoice. */
export function InvoiceOverview({ invoice }: { invoice: InvoiceDetails }) {
  const { orderNumber, discountDate, discountLeft } = invoice
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          { name: 'Open', value: formatDecimal(invoice.openAmount) },
          { name: 'Total', value: formatDecimal(invoice.total) },
          { name: 'Sales order', value: <OrderLink orderNumber={orderNumber} /> },
          { name: 'Date', value: formatDay(invoice.docDate) },
          {
            name: 'Due',
            value: `${formatDay(invoice.dueDate)} (${termsText(invoice.paymentTerms)})`,
          },
          {
            name: 'Discount',
            value:
              discountDate && `${formatDecimal(discountLeft)} until ${formatDay(discountDate)}`,
          },
          { name: 'Subtotal', value: formatDecimal(invoice.goods) },
          { name: 'Tax', value: formatDecimal(invoice.tax) },
          { name: 'Shipping', value: formatDecimal(invoice.freight) },
          ...(invoice.refundNumber ? [chargeOf(invoice.charge, invoice.refundNumber)] : []),
          { name: 'Customer PO', value: invoice.customerPO },
          { name: 'Disputed', value: invoice.isDisputed ? 'Yes' : 'No' },
          {
            name: 'Journal',
            value: !invoice.refundNumber && <JournalLink source="invoice" sourceId={invoice.id} />,
          },
        ]}
      />
      <MissingSenderNotice />
    </div>
  )
}

/** A refund paid out of a payment that later bounced. */
function chargeOf(charge: string, refundNumber: string) {
  return {
    name: 'Refund of a payment that bounced',
    value: (
      <>
        {formatDecimal(charge)}{' '}
        <Link to="/ar-reports" search={{ tab: 'refunds', open: refundNumber }}>
          {refundNumber}
        </Link>
      </>
    ),
  }
}

function OrderLink({ orderNumber }: { orderNumber: string | null }) {
  if (!orderNumber) return '—'
  return (
    <Link to="/sales-orders" search={{ open: orderNumber }} className="numbers">
      {orderNumber}
    </Link>
  )
}
