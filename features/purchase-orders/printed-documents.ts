import { termsText } from '#features/customers/labels.ts'
import {
  type PrintedDocument,
  printedDay,
  pricedColumns,
  pricedRow,
} from '#features/documents/printed-document.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import type { PurchaseOrderDetails } from './contract.ts'

/** The order document for the vendor: items, prices and the delivery date. */
export function purchaseOrderDocument(order: PurchaseOrderDetails): PrintedDocument {
  const isOpen = order.status === 'draft' || order.status === 'submitted'
  const subtitle = isOpen ? 'Draft, not yet approved' : undefined
  return {
    title: 'Purchase Order',
    ...(subtitle && { subtitle }),
    ...(order.status === 'cancelled' && { subtitle: 'Cancelled' }),
    number: order.orderNumber,
    parties: [
      {
        title: 'Vendor',
        name: `${order.vendorName} (${order.vendorCode})`,
        address: order.vendorAddress,
      },
      { title: 'Ship to', name: null, address: null },
    ],
    facts: [
      ['Date', printedDay(order.orderDate)],
      ['Expected', printedDay(order.expectedDate)],
      ['Terms', order.paymentTerms ? termsText(order.paymentTerms) : '—'],
    ],
    columns: pricedColumns,
    rows: order.items.map(pricedRow),
    sums: [{ name: 'Total', amount: formatHidden(order.totalAmount), isStrong: true }],
    notes: order.notes,
    signature: 'Authorized signature',
  }
}
