import { termsText } from '#features/customers/labels.ts'
import {
  type Company,
  contactFacts,
  type DraftOf,
  printedDay,
  pricedColumns,
  pricedRow,
} from '#features/documents/printed-document.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import type { PurchaseOrderDetails } from './contract.ts'

/** The order document for the vendor: items, prices and the delivery date. */
export function purchaseOrderDocument(
  order: PurchaseOrderDetails,
  company: Company,
): DraftOf<'purchase-order'> {
  const isOpen = order.status === 'draft' || order.status === 'submitted'
  const { orderNumber, vendorCode: party, orderDate: on } = order
  return {
    kind: 'purchase-order',
    fields: {
      'vendor.name': order.vendorName,
      'vendor.code': order.vendorCode,
      'order.number': orderNumber,
      'order.date': printedDay(on, company),
      'order.expectedDate': order.expectedDate ? printedDay(order.expectedDate, company) : '',
      'order.total': formatHidden(order.totalAmount),
    },
    customerId: null,
    filing: { name: `Purchase order ${orderNumber}`, party, on },
    title: 'Purchase Order',
    ...(isOpen && { mark: 'DRAFT', subtitle: 'Not yet approved' }),
    ...(order.status === 'cancelled' && { mark: 'CANCELLED' }),
    number: order.orderNumber,
    parties: [
      {
        title: 'Vendor',
        name: order.vendorName,
        address: order.vendorAddress,
      },
      { title: 'Deliver to', name: null, address: null, use: 'receiving' },
      { title: 'Bill to', name: null, address: null },
    ],
    facts: [
      ['Purchase order', orderNumber],
      ['Date', printedDay(order.orderDate, company)],
      ...(order.expectedDate
        ? [['Deliver by', printedDay(order.expectedDate, company)] as const]
        : []),
      ['Terms', order.paymentTerms ? termsText(order.paymentTerms) : '—'],
      ['Vendor number', order.vendorCode],
      ...contactFacts(company),
    ],
    columns: pricedColumns,
    rows: order.items.map(pricedRow),
    empty: 'Ordered as one amount.',
    sums: [{ name: 'Total', amount: formatHidden(order.totalAmount), isStrong: true }],
    notes: order.notes,
    reply: {
      title: confirmationRequest(company),
      fields: ['Ship date', 'Your order number', 'Name and signature'],
    },
    signature: 'Authorized signature',
  }
}

/** Where the vendor returns the part with the confirmation. */
function confirmationRequest({ companyEmail }: Company): string {
  const request = 'Please confirm this order'
  return companyEmail ? `${request} to ${companyEmail}` : request
}
