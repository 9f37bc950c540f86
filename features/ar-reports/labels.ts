import type { DocumentKind, Figure } from './rules.ts'

/** The names of the kinds of documents behind a figure. */
export const kindNames: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  memo: 'Credit memo',
  refund: 'Refund',
  order: 'Sales order',
}

/** The names of the figures that have supporting documents. */
export const figureNames: Record<Figure, string> = {
  balance: 'Receivables balance',
  sales: 'Sold on credit, 90 days',
  monthSales: 'Sold on credit, month',
  received: 'Received in the month',
  invoiced: 'Invoiced',
  openOrders: 'Open orders',
}
