import { Link } from '@tanstack/react-router'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/Facts.tsx'
import type { InvoiceDetails } from './contract.ts'

/** What an invoice charges, until when it is to be paid, and its lines. */
export function InvoiceOverview({ invoice }: { invoice: InvoiceDetails }) {
  const day = (text: string) => formatDay(text as Day)
  const { orderNumber, discountDate, discountAmount } = invoice
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          { name: 'Open', value: formatDecimal(invoice.openAmount) },
          { name: 'Total', value: formatDecimal(invoice.total) },
          { name: 'Sales order', value: <OrderLink orderNumber={orderNumber} /> },
          { name: 'Date', value: day(invoice.docDate) },
          { name: 'Due', value: `${day(invoice.dueDate)} (${invoice.paymentTerms})` },
          {
            name: 'Discount',
            value: discountDate && `${formatDecimal(discountAmount)} until ${day(discountDate)}`,
          },
          { name: 'Goods', value: formatDecimal(invoice.goods) },
          { name: 'Tax', value: formatDecimal(invoice.tax) },
          { name: 'Freight', value: formatDecimal(invoice.freight) },
          { name: 'Customer PO', value: invoice.customerPO },
          { name: 'Disputed', value: invoice.isDisputed ? 'Yes' : 'No' },
        ]}
      />
      {invoice.lines.length > 0 && <Lines invoice={invoice} />}
    </div>
  )
}

function OrderLink({ orderNumber }: { orderNumber: string | null }) {
  if (!orderNumber) return '—'
  return (
    <Link to="/sales-orders" search={{ open: orderNumber } as never} className="numbers">
      {orderNumber}
    </Link>
  )
}

function Lines({ invoice }: { invoice: InvoiceDetails }) {
  const head = 'px-2 py-2 font-medium'
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Lines">
      <table className="text-table numbers w-full min-w-140 border-collapse">
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            <th scope="col" className={head}>
              SKU
            </th>
            {['Quantity', 'Unit Price', 'Tax', 'Line Total'].map((name) => (
              <th key={name} scope="col" className={`${head} text-right`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => (
            <tr key={line.id} className="border-b border-line align-top">
              <td className="px-2 py-2">
                <span className="font-medium">{line.sku}</span>
                <span className="block text-muted">{line.name}</span>
              </td>
              <td className="px-2 py-2 text-right">
                {`${line.quantity.toLocaleString('en-US')} ${line.unitOfMeasure}`}
                {line.credited > 0 && (
                  <span className="block text-muted">{`${line.credited} credited`}</span>
                )}
              </td>
              <td className="px-2 py-2 text-right">{formatDecimal(line.unitPrice)}</td>
              <td className="px-2 py-2 text-right">{formatDecimal(line.taxAmount)}</td>
              <td className="px-2 py-2 text-right">{formatDecimal(line.totalPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
