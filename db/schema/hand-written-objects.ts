/**
 * Constraints and indexes that migrations create and no `tables.ts` declares: those a declaration
 * cannot express, and foreign keys to tables of later features. Any other undeclared object is
 * reported as a difference.
 */
export const handWrittenNames: ReadonlySet<string> = new Set([
  'contract_pricing.contract_prices_overlap',
  'credit_memos.credit_memo_of_return_once',
  'credit_memos.credit_memos_return_fk',
  'invoice_lines.invoice_lines_order_line_fk',
  'invoices.invoice_of_shipment_once',
  'invoices.invoices_refund_fk',
  'invoices.invoices_sales_order_fk',
  'invoices.invoices_shipment_fk',
  'vendor_credit_lines.vendor_credit_line_return_there',
  'vendor_credits.vendor_credit_return_there',
])
